// Errors of a room, declared by `errors.ts` in its folder.
import { type Advice, addError, type Details, type ErrorName, errorCode, Failure, type MarksIn } from './errors.ts'

/**
 * An error of a room: its number, its text in both languages, and for a text with placeholders a brief text without
 * them. `advice`: the next step for the user; absent: that of its range of numbers.
 */
type RoomError = { code: number; en: string; zh: string; brief?: Advice; advice?: Advice }
type ErrorsByName = Record<string, RoomError>
type MarksOf<E extends RoomError> = MarksIn<E['en']>
/** The errors of a room, with a brief text for each text that has placeholders. */
export type Complete<T extends ErrorsByName> = {
  [N in keyof T]: [MarksOf<T[N]>] extends [never] ? T[N] : T[N] & { brief: Advice }
}

type RoomErrors<T extends ErrorsByName> = {
  /** Creates an error of the room by its name, with the details that its text requires. */
  fail<N extends keyof T & string>(
    name: N,
    ...rest: [MarksOf<T[N]>] extends [never]
      ? [details?: Record<never, never>, data?: unknown]
      : [details: Record<MarksOf<T[N]>, string | number>, data?: unknown]
  ): Failure
  codeOf(name: keyof T & string): number
}

/**
 * Declares the errors of a room. `advice`: the next step for errors without their own. Throws if another error has the
 * number or the name. The specification gives each area its range of numbers. [S8]
 */
export function roomErrors<const T extends ErrorsByName>(own: T & Complete<T>, advice?: Advice): RoomErrors<T> {
  for (const [name, error] of Object.entries<RoomError>(own)) addError({ name, ...(advice && { advice }), ...error })
  return {
    fail: (name, details: Details = {}, data: unknown = null) => new Failure(name as ErrorName, details, data),
    codeOf: (name) => errorCode(name as ErrorName),
  }
}
