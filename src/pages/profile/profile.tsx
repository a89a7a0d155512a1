import { initialsOf, MAX_INITIALS, useProfile } from "../../state/profile";
import { clearProfile } from "../../state/profile-edits";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextField } from "../../ui/text-field.tsx";

/** Name, role and initials, on this device only. */
export default function Profile() {
  const kept = useProfile();
  const { profile, change } = kept;
  const initials = initialsOf(profile);
  return (
    <>
      <PageHeader
        title="Your Profile"
        description="Your name as shown in the top menu. There is no account, and nothing leaves this device."
      />
      <div className="mt-4 max-w-[34rem]">
        <Panel
          title="Profile"
          note="saved automatically"
          actions={
            <Button
              size="small"
              kind="quiet"
              onPress={() => clearProfile(kept)}
              isDisabled={Object.values(profile).every((value) => value === "")}
            >
              Clear
            </Button>
          }
        >
          <div className="flex flex-col gap-3">
            <TextField label="Name" autoComplete="name" value={profile.name} onChange={(name) => change({ name })} maxLength={100} />
            <TextField
              label="Role"
              autoComplete="organization-title"
              value={profile.role}
              onChange={(role) => change({ role })}
              maxLength={100}
            />
            <div className="flex items-start gap-4">
              <TextField
                label="Initials"
                className="w-32"
                value={profile.initials}
                onChange={(text) => change({ initials: text.slice(0, MAX_INITIALS) })}
                maxLength={MAX_INITIALS}
                placeholder={initials}
                hint="Default: from the name"
              />
              <div className="flex items-center gap-2 pt-[22px] text-muted">
                <span
                  aria-hidden="true"
                  className="grid size-[30px] shrink-0 place-items-center rounded-full border border-line bg-raised font-[550] text-[0.846rem] text-text"
                >
                  {initials}
                </span>
                <span role="status">{initials ? `Shown as ${initials}` : "No initials yet"}</span>
              </div>
            </div>
          </div>
        </Panel>
      </div>
    </>
  );
}
