// Whether and when a notification is sent, and its text. Pure.
import { type AlarmLevel, alarmLevels } from '../../../contract/equipment-config.ts'
import type { Language } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { nextWithin } from '../../../core/hours.ts'
import type { UserSettings } from '../../platform/user-config/contract.ts'
import type { MessageChannel } from '../../platform/verification/contract.ts'
import type { DeliveryReason } from './contract.ts'

/** Facts about account and alarm at the time of sending. */
export type Facts = {
  method: MessageChannel
  level: AlarmLevel
  isAcknowledged: boolean
  isShelved: boolean
  isDisabled: boolean
  maySee: boolean
  /** The address of the account on this channel; null if it has none. */
  address: string | null
  /** Messages sent to the account on this channel within the last hour. */
  lately: number
  isOff: boolean
  settings: UserSettings
  /** Zone of the account's organisation; used if the account has no `ownZone`. */
  zone: string
}

const byMethod = { email: 'alarmByEmail', sms: 'alarmBySms', phone: 'alarmByPhone' } as const

/** Send to the address; drop for a reason; or wait for the account's hours. */
type Decision = { to: string } | { drop: DeliveryReason } | { waitUntil: number }

export function decide(facts: Facts, now: number): Decision {
  const { method, level, settings, address } = facts
  if (facts.isAcknowledged) return { drop: 'acknowledged' }
  if (facts.isShelved) return { drop: 'shelved' }
  if (facts.isDisabled) return { drop: 'disabled' }
  if (!facts.maySee) return { drop: 'unseen' }
  const least = settings[byMethod[method]]
  if (least === 'never' || alarmLevels.indexOf(level) > alarmLevels.indexOf(least)) return { drop: 'unwanted' }
  if (facts.isOff) return { drop: 'off' }
  if (address === null) return { drop: 'noAddress' }
  const { alarmHours: hours } = settings
  if (hours && (level !== 'severe' || hours.isSevereHeld)) {
    const begin = nextWithin(hours, settings.ownZone ?? facts.zone, now)
    if (begin > now) return { waitUntil: begin }
  }
  // The limit is doubled for severe alarms.
  const most = limits.deliveriesPerHour[method] * (level === 'severe' ? 2 : 1)
  return facts.lately >= most ? { drop: 'tooMany' } : { to: address }
}

const firstPauseMs = 15_000
const longestPauseMs = 15 * 60_000

/** Pause after this many tries; undefined after the last. */
export function pauseAfter(tries: number): number | undefined {
  return tries >= limits.deliveryTries ? undefined : Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1))
}

/** Language of the rule's text; used unless the account has chosen one. */
export const languageOf = (text: string): Language => (/\p{Script=Han}/u.test(text) ? 'zh-cn' : 'en')

type Told = { title: string; note: string; at: string; advice: string | null; url: string | null }

const one = (text: string) => text.replace(/\s+/g, ' ').trim()
const cut = (text: string, length: number) =>
  [...text].length <= length ? text : `${[...text].slice(0, length - 1).join('')}…`

/** Subject and text of a message. User input is included unchanged: no receiver parses it. */
export function wordsFor(method: MessageChannel, language: Language, told: Told): { subject: string; text: string } {
  const isEnglish = language === 'en'
  const [title, note] = [one(told.title), one(told.note)]
  if (method === 'sms') {
    const text = isEnglish ? `Gatehouse: ${title}. ${note}, ${told.at}` : `【Gatehouse】${title}。${note}，${told.at}`
    return { subject: title, text: cut(text, limits.smsLength) }
  }
  if (method === 'phone') {
    const text = isEnglish
      ? `This is Gatehouse. ${title}. ${note}. Please acknowledge the alarm.`
      : `这里是 Gatehouse。${title}。${note}。请确认报警。`
    return { subject: title, text: cut(text, limits.speechLength) }
  }
  const lines = isEnglish
    ? [note, '', `Raised: ${told.at}`, ...(told.advice ? ['', 'What to do:', told.advice] : [])]
    : [note, '', `发生时间：${told.at}`, ...(told.advice ? ['', '处理建议：', told.advice] : [])]
  const why = isEnglish
    ? 'You receive this because you look after this device. Channels and hours: Settings, Alarms.'
    : '您负责该设备，因此收到此邮件。接收方式和时段可在“设置 – 报警”中修改。'
  return { subject: cut(title, 120), text: [...lines, ...(told.url ? ['', told.url] : []), '', '-- ', why].join('\n') }
}
