// The data of a replay: the stored readings of one or several devices, one window at a time.
import { call } from '../../contract/call.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { EquipmentId } from '../../contract/fields.ts'
import type { ReplayWindow } from '../../signal/web/replay.ts'
import { queryReplay } from './contract.ts'

type Answer = OutputOf<typeof queryReplay>

/** The window of several devices ends with the shortest of their answers. */
export async function loadReplay(
  equipmentIds: readonly number[],
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<ReplayWindow> {
  const ask = (id: number) => call(queryReplay, { equipmentId: EquipmentId.parse(id), from, to }, { signal })
  return merged(await Promise.all(equipmentIds.map(ask)), from)
}

/** One window of several, in time order. */
export function merged(answers: readonly Answer[], from: number): ReplayWindow {
  if (answers.length === 1) return answers[0]!
  const to = Math.min(...answers.map((answer) => answer.to))
  const readings = answers
    .flatMap(({ times, ids, values, codes }) =>
      ids.map((id, i) => ({ id, time: times[i]!, value: values[i] ?? null, code: codes?.[i] ?? 200 })),
    )
    .filter(({ time }) => from + time <= to)
    .sort((a, b) => a.time - b.time)
  return {
    from,
    to,
    start: answers.flatMap(({ start }) => start),
    times: readings.map(({ time }) => time),
    ids: readings.map(({ id }) => id),
    values: readings.map(({ value }) => value),
    codes: readings.map(({ code }) => code),
  }
}
