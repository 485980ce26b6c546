// Who is told of alarms by a message, and what: in the transaction that puts them into the list, so that each is told once.
// A chattering rule, a shelved one and a backlog do not flood anybody.
import type { Kysely } from 'kysely'
import { type AlarmLevel, alarmLevels } from '../../contract/equipment-config.ts'
import type { DB } from '../../db/schema.ts'
import type { Audience } from '../access/audience.ts'
import type { NewMessage } from '../message/contract.ts'
import { type Dictionary, shown } from '../translation/rules.ts'
import type { AlarmChange } from './take-store.ts'
import { groupsOf, type RaisedAlarm } from './tell-rules.ts'
import { loadDictionary, loadTold } from './tell-store.ts'

const levels: Readonly<Record<AlarmLevel, { en: string; 'zh-cn': string }>> = {
  severe: { en: 'Severe', 'zh-cn': '严重' },
  important: { en: 'Important', 'zh-cn': '重要' },
  normal: { en: 'Normal', 'zh-cn': '一般' },
}

/** Messages for what was raised; none for what is over. */
export async function messagesFor(
  changes: readonly AlarmChange[],
  audience: Audience,
  within: Kysely<DB>,
): Promise<NewMessage[]> {
  const raised = changes.filter(({ kind }) => kind === 'raised')
  if (raised.length === 0) return []
  const told = await loadTold(
    within,
    raised.map(({ id }) => id),
  )
  const news: NewMessage[] = []
  for (const group of groupsOf(raised.flatMap((alarm) => ({ ...alarm, ...told.get(alarm.id)! })))) {
    const [first] = group
    const { orgId, equipmentId } = first!
    const to = await audience.whoSee(orgId, equipmentId, 'alarm:view')
    if (to.length === 0) continue
    const names = group.flatMap(({ name, content, equipmentName }) => [name, content, equipmentName])
    const text = textOf(group, await loadDictionary(within, orgId, names))
    news.push({ orgId, to, type: 'alarm', equipType: 'eg', dataId: equipmentId, ...text })
  }
  return news
}

/** One alarm by its words; several by their number and the severest of them. In both languages, as far as names have them. */
function textOf(group: readonly RaisedAlarm[], dictionary: Dictionary): Pick<NewMessage, 'title' | 'note' | 'alarmId'> {
  const severest = [...group].sort((a, b) => alarmLevels.indexOf(a.level) - alarmLevels.indexOf(b.level))[0]!
  const { id, level, name, content, equipmentName } = severest
  const en = (source: string) => shown(dictionary, 'en', source)
  const zh = (source: string) => shown(dictionary, 'zh-cn', source)
  if (group.length === 1) {
    const title = { en: `${levels[level].en}: ${en(name)}`, 'zh-cn': `${levels[level]['zh-cn']}：${zh(name)}` }
    const note = { en: `${en(equipmentName)}: ${en(content)}`, 'zh-cn': `${zh(equipmentName)}：${zh(content)}` }
    return { title, note, alarmId: id }
  }
  const names = [...new Set(group.map((each) => each.name))].slice(0, 5)
  return {
    title: {
      en: `${group.length} alarms on ${en(equipmentName)}`,
      'zh-cn': `${zh(equipmentName)}有 ${group.length} 条报警`,
    },
    note: { en: names.map(en).join(', '), 'zh-cn': names.map(zh).join('、') },
    alarmId: id,
  }
}
