// The search box command of live monitoring: variables with their values.
import { call } from '../../../contract/call.ts'
import { good } from '../../../core/data-type.ts'
import { staleAfterMs } from '../../../signal/web/freshness.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import { formatAge } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { withSearch } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { type Hit, shellPart } from '../../../ui/shell-part.ts'
import { uiText } from '../../../ui/text.ts'
import { valueWords } from '../../../ui/value-words.ts'
import { nameOf } from '../../platform/open/translation-name.ts'
import { type FoundSignal, searchSignals } from './contract.ts'

/** A device without viewers sends at most once a minute. */
const staleMs = staleAfterMs(60)

/** The current value, marked if it is old or bad. */
function valueNow({
  value,
  code,
  time,
  unit,
  isReachable,
  ...written
}: FoundSignal): Pick<Hit, 'value' | 'isDoubtful'> {
  if (time === null) return {}
  const words = `${valueWords(value, { ...written, unit })}${unit && value !== null ? ` ${unit}` : ''}`
  if (code !== good) return { value: `${words} · ${uiText.t('bad')}`, isDoubtful: true }
  const age = serverClock.now() - time
  if (isReachable && age <= staleMs) return { value: words }
  return { value: `${words} · ${uiText.t('stale', { age: formatAge(age, language()) })}`, isDoubtful: true }
}

function hitOf(found: FoundSignal): Hit {
  const { id, title, address, access, equipmentId, equipmentName } = found
  const device = pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id: equipmentId, alarm: 0 })
  return {
    id: String(id),
    title: nameOf(title),
    note: `${nameOf(equipmentName)} · ${address}`,
    ...valueNow(found),
    icon: 'monitor',
    to: withSearch(device, { tab: 'realTime', signal: id }),
    acts: {
      ...(access === 'r' ? {} : { write: withSearch(device, { tab: 'realTime', signal: id, do: 'write' }) }),
      history: withSearch(device, { tab: 'history', signal: id }),
    },
  }
}

export default shellPart({
  order: 2,
  search: [
    {
      id: 'variables',
      label: { en: 'Variables', 'zh-cn': '变量' },
      find: async (keyword, pageNo, signal, verb) => {
        const asked = { keyword, isWritable: verb === 'write', pageNo, pageSize: 8 }
        const { total, rows } = await call(searchSignals, asked, { signal })
        return { total, hits: rows.map(hitOf) }
      },
    },
  ],
})
