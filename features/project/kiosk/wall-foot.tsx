// The bottom line of a wall: its name, the devices without current values, and the next page.
import type { ReactNode } from 'react'
import { formatAge, formatTimeLeft } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useLink } from '../../../ui/link.ts'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import type { WallState } from './contract.ts'
import type { Ages } from './freshness.ts'
import type { Turning } from './rules.ts'
import { kioskText } from './text.ts'

type Props = {
  state: WallState
  now: number
  ages: Ages | null
  build: string
  turning: Turning
  /** The alarm because of which the display stays on the page. */
  hold: string | undefined
}

const dayMs = 24 * 3600_000

export function WallFoot({ state, now, ages, build, turning, hold }: Props) {
  const t = useText(kioskText)
  const named = useName()
  const isUp = useLink().state === 'up'
  const days = Math.floor((now - state.signedInAt) / dayMs)
  return (
    <footer className="wall-foot">
      <span>{t('viewOnly', { name: state.name })}</span>
      <span>{days > 0 ? t('signedInDays', { count: days }) : t('signedInToday')}</span>
      {isUp && <Believed state={state} now={now} ages={ages} />}
      <span className="wall-turn">
        <Next state={state} turning={turning} hold={hold === undefined ? undefined : named(hold)} />
      </span>
      <span>Gatehouse {build}</span>
    </footer>
  )
}

/** Keys of the texts. A gateway may be online in the database although its values are late. */
const wordsOf = { late: 'lateFor', offline: 'offlineFor', sleeping: 'asleepFor', none: 'neverSeen' } as const

/** Maximum number of devices listed by name. */
const mostNamed = 3

function Believed({ state: { silent, silentCount }, now, ages }: Pick<Props, 'state' | 'now' | 'ages'>) {
  const t = useText(kioskText)
  const named = useName()
  const language = useLanguage()
  const known = new Set<number>(silent.map(({ equipmentId }) => equipmentId))
  // Devices of the page with late values, including those whose gateway is still marked online.
  const late = (ages?.late ?? []).filter(({ equipmentId }) => !known.has(equipmentId))
  const withinS = ages?.withinS ?? null
  const told = [...late.map((device) => ({ ...device, state: 'late' as const })), ...silent]
  const names = told.slice(0, mostNamed).map(({ equipmentId, name, since, state }): ReactNode => {
    const marks = { name: named(name), age: since === null ? '' : formatAge(now - since, language) }
    return <strong key={equipmentId}>{t(since === null ? 'neverSeen' : wordsOf[state], marks)}</strong>
  })
  const more = silentCount - names.length + late.length
  const isWhole = silentCount + late.length === 0
  const age = `${withinS ?? 0} ${language === 'en' ? 's' : '秒'}`
  if (isWhole) return <span>{withinS === null ? t('allInContact') : t('allNewer', { age })}</span>
  return (
    <span className="wall-believed">
      {withinS === null ? t('notInContact') : t('allNewerBut', { age })} {names}
      {more > 0 && <strong> {t('andMore', { count: more })}</strong>}
    </span>
  )
}

function Next({ state: { pages, seconds }, turning, hold }: Pick<Props, 'state' | 'turning' | 'hold'>) {
  const t = useText(kioskText)
  const language = useLanguage()
  const named = useName()
  const now = Date.now()
  const leftMs = turning.stillUntil - now
  if (leftMs > 0) return t('still', { time: formatTimeLeft(leftMs, language) })
  if (hold !== undefined) return t('held', { name: hold })
  if (pages.length < 2) return null
  const at = pages.findIndex(({ id }) => id === turning.pageId)
  const next = pages[(at + 1) % pages.length]
  if (!next) return null
  const goneMs = now - turning.since
  return (
    <>
      {t('next', { title: named(next.title), count: Math.max(0, Math.ceil(seconds - goneMs / 1000)) })}
      <span className="wall-steps" aria-hidden="true">
        {pages.map(({ id }, index) => (
          <i key={id} data-done={index < at || undefined}>
            {index === at && <b style={{ width: `${Math.min(100, goneMs / seconds / 10)}%` }} />}
          </i>
        ))}
      </span>
    </>
  )
}
