// Demonstration data of rooms: a room's `seed.ts` exports a seed by default. The demonstration runs the seeds at each
// start once its devices exist, so a seed creates only what is missing.
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { Language } from '../../contract/errors.ts'
import type { EquipmentId } from '../../contract/fields.ts'

export type Demo = {
  /** The language of texts that are not translated, such as names of people. */
  language: Language
  /** A call of the demonstration's administrator; throws the platform's refusal. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>>
  /** The devices of the demo in the order of their creation; `name` is in English. */
  devices: readonly { station: string; name: string; equipmentId: EquipmentId }[]
}

export type Seed = {
  /** Seeds run in this order, one after the other. */
  place: number
  run(demo: Demo): Promise<void>
  /** Names used by the seed, in both languages; they are stored as translations after the last seed. */
  names?: readonly Record<Language, string>[]
}

const rooms = Object.values(import.meta.glob<{ default?: Seed }>('../*/*/seed.ts', { eager: true }))

export const seeds: readonly Seed[] = rooms.flatMap((room) => room.default ?? []).sort((a, b) => a.place - b.place)
