// Rules for orders to a gateway. Shared by page and server.
import { lackingToOrder } from '../../../contract/abilities.ts'
import {
  type BoxAct,
  type BoxTold,
  isOrderedInDownload,
  type Lack,
  lackKinds,
  type Mapping,
  type Tamper,
} from '../../../contract/box.ts'
import type { PlainName } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { cannotCommand } from '../gateway/rules.ts'
import type { BoxInfo, Choice } from './contract.ts'

type Reachability = Parameters<typeof cannotCommand>[0]

/** Why an order of this kind is not possible now, or undefined. */
export const cannotOrder = (gateway: Reachability, act: BoxAct): PlainName | undefined =>
  cannotCommand(gateway, isOrderedInDownload(act))

/** Why this gateway can never execute the order: its agent is too old, or the hardware that it reported as missing. */
export function lacksFor(act: BoxAct, { isAble, box }: Pick<BoxInfo, 'isAble' | 'box'>): 'old' | Lack | undefined {
  if (!isAble) return 'old'
  if (!box || box.can.includes(act)) return undefined
  return lackKinds.find((kind) => kind === box.lacks?.[act]) ?? 'hardware'
}

/** The error code of the specification for what a gateway lacks; other reasons have a common code. [S8 1344, 1349] */
export function lackCode(act: BoxAct, lack: Lack): 'powerMissing' | 'locationMissing' | 'boxCannot' | 'boxRefused' {
  if (lack === 'unmanaged' || lack === 'lanForeign' || lack === 'rights' || lack === 'position') return 'boxRefused'
  if (act === 'power') return 'powerMissing'
  return act === 'location' || act === 'locate' ? 'locationMissing' : 'boxCannot'
}

export const isAbleFor = (abilities: readonly string[] | null): boolean =>
  lackingToOrder('restart', abilities).length === 0

/** Why low power cannot be set now. [S8 1349-1352] */
export function powerFault(
  { power, mode }: Pick<BoxTold, 'power' | 'mode'>,
  next: NonNullable<BoxTold['power']>,
): PlainName | undefined {
  if (!power) return 'powerMissing'
  if (!next.isLowPower) return undefined
  if (next.sleepDelayS >= next.reportEveryMin * 60) return 'sleepTooLong'
  return mode.now === 'download' || mode.next === 'download' ? 'lowPowerInDownload' : undefined
}

/** A fault of a field, in both languages. */
export type Wrong = { field: string; en: string; zh: string }
const wrong = (field: string, en: string, zh: string): Wrong => ({ field, en, zh })
type Choices = ReadonlyMap<number, Choice>

export function tamperFault({ readId, writeId }: Tamper, choices: Choices): Wrong | undefined {
  const [read, write] = [choices.get(readId), choices.get(writeId)]
  if (!read?.canRead) return wrong('tamper.readId', 'not a variable that can be read', '不是可读取的变量')
  if (!read.isNumber) return wrong('tamper.readId', 'not a number', '不是数值变量')
  if (!write?.canWrite) return wrong('tamper.writeId', 'not a variable that can be written', '不是可写入的变量')
  if (!write.isNumber) return wrong('tamper.writeId', 'not a number', '不是数值变量')
  return readId === writeId ? wrong('tamper.writeId', 'the variable that is read', '不能与读取变量相同') : undefined
}

/**
 * The first invalid mapping. A mapping joins two drivers; no variable may be the target of two, and circles are
 * forbidden.
 */
export function mappingFault(mappings: readonly Mapping[], choices: Choices): Wrong | undefined {
  const targets = new Set<number>()
  for (const [index, { from, to }] of mappings.entries()) {
    const at = (field: string) => `mappings.${index}.${field}`
    const [source, target] = [choices.get(from), choices.get(to)]
    if (!source?.canRead) return wrong(at('from'), 'not a variable that can be read', '不是可读取的变量')
    if (!target?.canWrite) return wrong(at('to'), 'not a variable that can be written', '不是可写入的变量')
    if (source.driverId === target.driverId) return wrong(at('to'), 'of the same driver', '与来源变量属于同一驱动')
    if (source.isNumber !== target.isNumber) return wrong(at('to'), 'of another kind of type', '数据类型不匹配')
    if (targets.has(to)) return wrong(at('to'), 'already written by another mapping', '已被其他映射写入')
    targets.add(to)
  }
  const circle = circleIn(mappings)
  return circle === undefined
    ? undefined
    : wrong(`mappings.${circle}.to`, 'leads back to where its value comes from', '映射形成循环')
}

/** The index of a mapping in a circle, or undefined. */
function circleIn(mappings: readonly Mapping[]): number | undefined {
  const next = new Map<number, number[]>()
  for (const { from, to } of mappings) next.set(from, [...(next.get(from) ?? []), to])
  const reaches = (start: number, goal: number): boolean => {
    const seen = new Set<number>()
    const open = [start]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (id === goal) return true
      if (seen.has(id)) continue
      seen.add(id)
      open.push(...(next.get(id) ?? []))
    }
    return false
  }
  const index = mappings.findIndex(({ from, to }) => reaches(to, from))
  return index < 0 ? undefined : index
}

export const isOverMappings = (mappings: readonly Mapping[]): boolean => mappings.length > limits.mappings
