import { UserRound } from "lucide-react";
import { initialsOf, useProfile } from "../state/profile";

/** The user's initials in the button of the user menu; an icon until there is a profile. */
export function UserMark() {
  const initials = initialsOf(useProfile().profile);
  return initials ? (
    <span aria-hidden="true" className="text-[0.846rem]">
      {initials}
    </span>
  ) : (
    <UserRound aria-hidden="true" size={15} />
  );
}
