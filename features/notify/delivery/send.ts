// Sends due deliveries, each channel separately, so that an unresponsive provider delays no other. After a kill between
// sending and storing the outcome, the message is sent again with the same id: no message is lost.
import { alarmLevels } from '../../../contract/equipment-config.ts'
import { limits } from '../../../contract/limits.ts'
import { formatNamedTime } from '../../../ui/format.ts'
import { audience } from '../../frame/audience.ts'
import type { Platform } from '../../frame/serve.ts'
import { settingsOf } from '../../platform/user-config/rules.ts'
import { type MessageChannel, sender } from '../../platform/verification/contract.ts'
import { decide, pauseAfter, wordsFor } from './rules.ts'
import { type Claimed, claim, type Known, loadKnown, settle } from './send-store.ts'

type Needs = Pick<Platform, 'db' | 'use' | 'publicUrl' | 'now'>

const severity = ({ level }: Claimed) => alarmLevels.indexOf(level)

/** Sends all due deliveries of a channel in batches; returns their number. */
export async function sendDue(method: MessageChannel, needs: Needs): Promise<number> {
  const { db, now } = needs
  for (let all = 0; ; ) {
    const some = await claim(db, method, now(), limits.messagesAtOnce)
    if (some.length === 0) return all
    all += some.length
    const known = await loadKnown(
      db,
      some.map(({ id }) => id),
      now(),
    )
    some.sort((a, b) => severity(a) - severity(b) || a.id - b.id)
    await Promise.all(some.map((each) => sendOne(method, each, known.get(each.id), needs)))
  }
}

async function sendOne(
  method: MessageChannel,
  claimed: Claimed,
  known: Known | undefined,
  needs: Needs,
): Promise<void> {
  // The delivery was deleted with its alarm.
  if (!known) return
  const { db, use, now } = needs
  const { accountId, orgId, equipmentId, level, tries } = claimed
  const settings = settingsOf(known.settings ?? {})
  const maySee =
    accountId !== null && (await use(audience).whoSee(orgId, equipmentId, 'alarm:view')).includes(accountId)
  const address = method === 'email' ? known.email : known.phone
  const by = use(sender).by(method)
  const facts = { ...known, method, level, settings, maySee, address, isOff: by === 'off' }
  const decided = decide(facts, now())
  if ('drop' in decided)
    return settle(db, claimed, { state: 'dropped', reason: decided.drop, dueAt: now(), endedAt: now() })
  if ('waitUntil' in decided)
    return settle(db, claimed, { state: 'waiting', reason: 'hours', dueAt: decided.waitUntil, endedAt: null })
  const language = settings.alarmLanguage === 'rule' ? claimed.language : settings.alarmLanguage
  try {
    const words = wordsFor(method, language, toldOf(claimed, known, language, needs.publicUrl))
    await use(sender).send({ channel: method, to: decided.to, ...words, language, id: `alarm-${claimed.id}` })
  } catch {
    // The sender logs the cause; only the failure matters here.
    const pause = pauseAfter(tries)
    if (pause === undefined)
      return settle(db, claimed, { state: 'failed', reason: 'notTaken', dueAt: now(), endedAt: now() })
    return settle(db, claimed, { state: 'waiting', reason: 'retry', dueAt: now() + pause, endedAt: null })
  }
  const outcome = by === 'provider' ? sent : storedOnly
  await settle(db, claimed, { ...outcome, dueAt: now(), endedAt: now() })
}

const sent = { state: 'sent', reason: null } as const
const storedOnly = { state: 'dropped', reason: 'development' } as const

function toldOf(claimed: Claimed, known: Known, language: 'en' | 'zh-cn', publicUrl: string | null) {
  const isEnglish = language === 'en'
  return {
    title: isEnglish ? claimed.titleEn : claimed.title,
    note: isEnglish ? claimed.noteEn : claimed.note,
    at: formatNamedTime(known.raisedAt, known.deviceZone),
    advice: known.advice,
    url: publicUrl && `${publicUrl.replace(/\/+$/, '')}/monitor/alarm?alarm=${claimed.alarmId}`,
  }
}
