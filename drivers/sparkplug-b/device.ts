// The metrics of an edge node or of one of its devices, as its birth named them, with their last values. Pure.
import { DriverFault } from '../driver.ts'
import { uncertain } from '../mqtt/source-clock.ts'
import type { Metric, RawValue } from './payload.ts'

/** A metric of a birth. `value` is a fault without a value; `at`: its time by the clock of the edge node. */
export type Tag = {
  readonly name: string
  /** Nothing if other metrics of the birth have the same alias. */
  alias: string | undefined
  readonly type: number
  value: RawValue | DriverFault
  at: number | undefined
  /** Why the last value is uncertain. */
  doubt: DriverFault | undefined
}

const noValue = (): DriverFault => new DriverFault(1739, 'the metric has no value (is_null)')

/** Bytes of memory for a metric without its name and value, about. */
const tagBytes = 400

export class Device {
  readonly #tags = new Map<string, Tag>()
  /** Metrics by alias; nothing for an alias of several metrics. */
  readonly #aliases = new Map<string, Tag | undefined>()
  /** Why no metric has a value: the device is offline, or its messages are incomplete. */
  fault: DriverFault | undefined
  /** Bytes of memory, about. */
  #size = 0

  /** The device as a birth describes it. `at`: time of the message. Throws 1719 if a name is not unique. */
  constructor(metrics: readonly Metric[], at: number | undefined) {
    for (const metric of metrics) {
      const { name, alias, type } = metric
      if (name === undefined || type === undefined) continue
      if (this.#tags.has(name)) throw new DriverFault(1719, `the birth has two metrics with the name ${name}`)
      const tag: Tag = { name, alias, type, value: noValue(), at: undefined, doubt: undefined }
      this.#tags.set(name, tag)
      this.#size += tagBytes + 2 * name.length
      if (alias !== undefined) this.#addAlias(alias, tag)
      if (!metric.isHistorical) this.#set(tag, metric, at)
    }
  }

  /** Some edge nodes send the alias 0 for every metric: such metrics have only their names. */
  #addAlias(alias: string, tag: Tag): void {
    if (!this.#aliases.has(alias)) return void this.#aliases.set(alias, tag)
    const other = this.#aliases.get(alias)
    if (other) other.alias = undefined
    tag.alias = undefined
    this.#aliases.set(alias, undefined)
  }

  tag(name: string): Tag | undefined {
    return this.#tags.get(name)
  }

  get tags(): Iterable<Tag> {
    return this.#tags.values()
  }

  /** Stores the values of a message. Returns the changed tags, and whether all metrics are known. */
  update(metrics: readonly Metric[], at: number | undefined): { changed: Tag[]; isKnown: boolean } {
    const changed: Tag[] = []
    let isKnown = true
    for (const metric of metrics) {
      const { name, alias } = metric
      const tag = name ? this.#tags.get(name) : this.#aliases.get(alias ?? '')
      if (!tag || (metric.type !== undefined && metric.type !== 0 && metric.type !== tag.type)) isKnown = false
      // A value of the past goes to no present value.
      else if (!metric.isHistorical) {
        this.#set(tag, metric, at)
        changed.push(tag)
      }
    }
    return { changed, isKnown }
  }

  get size(): number {
    return this.#size
  }

  #set(tag: Tag, metric: Metric, at: number | undefined): void {
    this.#size -= sizeOf(tag.value)
    setValue(tag, metric, at)
    this.#size += sizeOf(tag.value)
  }
}

function sizeOf(value: RawValue | DriverFault): number {
  if (value instanceof DriverFault) return 0
  return value.kind === 'text' ? 2 * value.text.length : value.kind === 'bytes' ? value.bytes.length : 0
}

function setValue(tag: Tag, metric: Metric, messageAt: number | undefined): void {
  const at = metric.at ?? messageAt
  const isBackwards = at !== undefined && tag.at !== undefined && at < tag.at
  const isBad = metric.quality !== undefined && isBadQuality(metric.quality)
  tag.at = at
  tag.doubt = isBackwards ? uncertain('its time is before that of the value before it') : qualityDoubt(metric.quality)
  if (metric.isNull) tag.value = noValue()
  else if (isBad) tag.value = new DriverFault(1739, `the edge node marks the value as bad (quality ${metric.quality})`)
  else tag.value = metric.value ?? new DriverFault(1719, 'the metric has neither a value nor is_null')
}

/**
 * Sparkplug has 0 for bad, 192 for good and 500 for stale. Some programs send codes of OPC, where bad ones are below 64, or
 * of Ignition, where they start at 512.
 */
const isBadQuality = (quality: number): boolean => quality < 64 || quality >= 512
const isGoodQuality = (quality: number): boolean => quality >= 192 && quality < 256

/** A metric without a quality is good. */
function qualityDoubt(quality: number | undefined): DriverFault | undefined {
  if (quality === undefined || isGoodQuality(quality)) return undefined
  return uncertain(`the edge node marks the value as ${quality === 500 ? 'stale' : 'uncertain'} (quality ${quality})`)
}
