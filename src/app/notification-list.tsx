import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { type ReactNode, type RefObject, useEffect, useId, useState } from "react";
import { Popover } from "react-aria-components";
import type { ActiveJob } from "../client/job-list";
import { clockTime } from "../lib/format.ts";
import { menuLabel, screenAt } from "../routes.ts";
import { jobWords } from "../state/job-words";
import { backupNoticeAtom } from "../state/last-backup";
import { type Notice, notices, noticesAtom } from "../state/notices";
import { runningJobsAtom } from "../state/running-jobs";
import { storageWarningAtom } from "../state/storage-warning";
import { applyUpdate, updateAtom } from "../state/update";
import { Button } from "../ui/button.tsx";
import { FLOATING } from "../ui/field.tsx";
import { ProgressBar } from "../ui/progress.tsx";

interface NotificationListProps {
  button: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Running jobs, a pending update, unsaved data, and past events, newest first. Listed notices count as read. */
export function NotificationList({ button, onClose }: NotificationListProps) {
  const heading = useId();
  const list = useAtomValue(noticesAtom);
  // New notices stay highlighted while the list is open.
  const [fresh] = useState(() => new Set(notices.read().flatMap(({ id, read }) => (read ? [] : [id]))));
  useEffect(() => notices.markRead(), []);
  const running = useAtomValue(runningJobsAtom);
  const update = useAtomValue(updateAtom);
  const warning = useAtomValue(storageWarningAtom);
  const backup = useAtomValue(backupNoticeAtom);
  const quiet = backup === null && list.length === 0 && running.length === 0 && !update.ready && warning === null;
  return (
    <Popover
      isOpen
      triggerRef={button}
      aria-labelledby={heading}
      onOpenChange={(open) => !open && onClose()}
      placement="bottom end"
      className={`${FLOATING} w-[min(23rem,calc(100vw-1rem))] overflow-auto`}
    >
      <div>
        <header className="flex min-h-10 items-center justify-between gap-3 border-line border-b px-3.5 py-1.5">
          <h2 id={heading} className="font-semibold text-data">
            Notifications
          </h2>
          {list.length > 0 ? (
            <Button size="small" kind="quiet" onPress={() => notices.clear()}>
              Clear
            </Button>
          ) : null}
        </header>
        {quiet ? <p className="px-3.5 py-4 text-muted">No notifications. Long computations, alerts and updates appear here.</p> : null}
        <ul className="[&>li]:border-line [&>li]:border-t [&>li]:first:border-t-0">
          {update.ready ? (
            <Item mark="↑" color="text-accent" title="New version ready">
              <p className="text-muted text-small">
                {update.busy ? "A computation is running. Reload when it has finished." : "Data and inputs are kept."}
              </p>
              <Button size="small" className="mt-1.5" isDisabled={update.busy} onPress={() => void applyUpdate()}>
                Reload
              </Button>
            </Item>
          ) : null}
          {warning === null ? null : (
            <Item mark="▲" color="text-warn" title="Storage not persistent">
              <p className="text-muted text-small">{warning}</p>
            </Item>
          )}
          {backup === null ? null : (
            <Item mark="▲" color="text-warn" title="Backup">
              <p className="text-muted text-small">{backup}</p>
              <p className="text-small">
                <Link to="/settings" hash="backup" onClick={onClose} className="text-accent underline underline-offset-2">
                  Save a backup
                </Link>
              </p>
            </Item>
          )}
          {running.map((one) => (
            <RunningItem key={one.run} {...one} />
          ))}
          {list.map((notice) => (
            <NoticeItem key={notice.id} notice={notice} fresh={fresh.has(notice.id)} onClose={onClose} />
          ))}
        </ul>
      </div>
    </Popover>
  );
}

/** A queued or running job: progress, remaining time, and the Cancel button of its screen. */
function RunningItem({ job, progress, cancel }: ActiveJob) {
  const words = jobWords(job);
  return (
    <Item mark="…" color="text-accent" title={words}>
      {progress === null ? (
        <p className="text-muted text-small">waiting</p>
      ) : (
        <ProgressBar label={progress.label || "running"} fraction={progress.fraction} />
      )}
      {cancel ? (
        <Button size="small" className="mt-1.5" onPress={cancel}>
          Cancel<span className="sr-only"> {words}</span>
        </Button>
      ) : null}
    </Item>
  );
}

const MARKS = { job: ["✓", "text-good"], "failed-job": ["✕", "text-bad"], alert: ["▲", "text-warn"] } as const;

function NoticeItem({ notice, fresh, onClose }: { notice: Notice; fresh: boolean; onClose: () => void }) {
  const { kind, title, detail, at, path } = notice;
  const [mark, color] = MARKS[kind];
  const screen = path === null ? undefined : screenAt(path);
  return (
    <Item mark={mark} color={color} title={title} fresh={fresh}>
      <p className="break-words text-muted text-small">{detail}</p>
      <p className="text-faint text-small">
        {clockTime(at)}
        {screen ? (
          <>
            {" · "}
            <Link to={screen.paths[0]} onClick={onClose} className="text-accent underline underline-offset-2">
              {menuLabel(screen)}
            </Link>
          </>
        ) : null}
      </p>
    </Item>
  );
}

interface ItemProps {
  mark: string;
  color: string;
  title: string;
  fresh?: boolean;
  children: ReactNode;
}

function Item({ mark, color, title, fresh, children }: ItemProps) {
  return (
    <li className="flex items-start gap-2.5 px-3.5 py-2.5">
      <span aria-hidden="true" className={`w-3 shrink-0 text-center font-bold ${color}`}>
        {mark}
      </span>
      <div className="min-w-0 flex-1">
        <p className={fresh ? "font-semibold" : "font-[550]"}>
          {title}
          {fresh ? <span className="sr-only">, new</span> : null}
        </p>
        {children}
      </div>
      {fresh ? <span aria-hidden="true" className="mt-1.5 size-2 shrink-0 rounded-full bg-bad" /> : null}
    </li>
  );
}
