import { type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { type ProfilePart, type ProfilePartInput, profilePart } from "../profile-part";

/** One part of a large matrix profile, as divided by `compare-further.ts`. */
export async function profilePartJob(input: ProfilePartInput, context: JobContext): Promise<Outcome<ProfilePart>> {
  const structure = await context.load("structure");
  return succeed(profilePart(context, structure, input));
}
