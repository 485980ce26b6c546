// What rooms add to the demonstration: a room's `seed.ts` exports one as default. The demonstration runs them at each
// start once its devices are there, so a seed looks first and makes what is missing.
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { Language } from '../../contract/errors.ts'
import type { EquipmentId } from '../../contract/fields.ts'

export type Demo = {
  /** Of what is not translated, such as the names of people. */
  language: Language
  /** A call of the demonstration's administrator; throws what the platform refuses. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>>
  /** In the order in which they were made; `name` is in English. */
  devices: readonly { station: string; name: string; equipmentId: EquipmentId }[]
}

export type Seed = {
  /** Seeds run in this order, one after the other. */
  place: number
  run(demo: Demo): Promise<void>
  /** What it names, in both languages: the names are translated after the last seed. */
  names?: readonly Record<Language, string>[]
}

const rooms = Object.values(import.meta.glob<{ default?: Seed }>('../*/*/seed.ts', { eager: true }))

export const seeds: readonly Seed[] = rooms.flatMap((room) => room.default ?? []).sort((a, b) => a.place - b.place)
