// The message that writes a value: its topic and payload, from the templates of the driver. Pure.
import type { Value } from '../../core/data-type.ts'
import { DriverFault, isRefusal, type Point } from '../driver.ts'
import { parseTopicAddress, type Step, type TopicAddress } from './address.ts'
import { type ValueFormat, writtenValue } from './value.ts'

/** Templates with `{topic}`, `{path}` and `{value}`; an empty payload template: a JSON object with the path. */
type CommandTemplates = { writeTopic: string; writePayload: string }

/** Topic and payload that write a value. Throws 1715, 1716, 2001. */
export function commandOf(
  point: Pick<Point, 'address' | 'dataType'>,
  value: Value,
  of: CommandTemplates & ValueFormat,
): { topic: string; payload: string } {
  const address = parseTopicAddress(point.address)
  if (isRefusal(address)) throw new DriverFault(1715, address.reason.en)
  const topic = commandTopic(address, of)
  if (topic === undefined || topic === address.topic)
    throw new DriverFault(1715, 'the command topic is that of the value itself, or no valid topic')
  return { topic, payload: commandPayload(address, point, value, of) }
}

/** The topic that a value is written to; undefined if the path of the address cannot be part of a topic. */
export function commandTopic({ topic, pathText }: TopicAddress, { writeTopic }: CommandTemplates): string | undefined {
  const command = filled(writeTopic, { topic, path: pathText })
  return /[#+]|\p{Cc}/u.test(command) ? undefined : command
}

/** The payload that writes a value. Throws 1716, 2001. */
export function commandPayload(
  address: TopicAddress,
  point: Pick<Point, 'dataType'>,
  value: Value,
  of: CommandTemplates & ValueFormat,
): string {
  const { topic, path, pathText } = address
  if (of.writePayload !== '') {
    // In a JSON template, texts are quoted and escaped; in any other they are inserted as they are.
    const isJson = isJsonTemplate(of.writePayload)
    const inQuotes = (text: string) => (isJson ? JSON.stringify(text).slice(1, -1) : text)
    const written = writtenValue(value, point, of, !isJson)
    return filled(of.writePayload, { topic: inQuotes(topic), path: inQuotes(pathText), value: written })
  }
  if (path === undefined) return writtenValue(value, point, of, true)
  return nested(path, writtenValue(value, point, of, false))
}

/** Whether an object with the path can be written: an element of an array cannot, because its neighbours are unknown. */
export const canNest = (path: readonly Step[] | undefined): boolean =>
  path === undefined || path.every((step) => typeof step === 'string')

function nested(path: readonly Step[], value: string): string {
  if (!canNest(path))
    throw new DriverFault(1716, 'an element of an array is written only by a payload template of the driver')
  return path.reduceRight<string>((inner, step) => `{${JSON.stringify(step)}:${inner}}`, value)
}

/** Whether a template is JSON once it is filled; then texts are quoted, and `{value}` is any JSON value. */
function isJsonTemplate(template: string): boolean {
  try {
    JSON.parse(filled(template, { topic: 't', path: 'p', value: '0' }))
    return true
  } catch {
    return false
  }
}

/** Replaces the placeholders in one pass, so that a value that looks like one stays as it is. */
const filled = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(topic|path|value)\}/g, (all, name: string) => values[name] ?? all)
