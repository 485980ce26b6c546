import type { Label } from '../../../ui/words.ts'

/** Reasons for showing the login page that a room adds in `login-whys.ts`, by the `why` of the address. */
export type LoginWhys = Readonly<Record<string, Label>>
