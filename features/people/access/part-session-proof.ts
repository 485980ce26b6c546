/**
 * Shows what the session's account requires, in `session-proof.ts` of the room that locks it. Returns undefined, or why it
 * failed: a key of the room's `login-whys.ts`. Throws ApiError if the platform cannot be reached.
 */
export type SessionProof = () => Promise<string | undefined>
