// A wall that is signed in: bar, page, alarms, and bottom line.
import { useEffect, useRef, useState } from 'react'
import { setLanguage } from '../../../ui/language.ts'
import { useLink } from '../../../ui/link.ts'
import { useZone } from '../../../ui/me.ts'
import { setTheme } from '../../../ui/theme.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useText } from '../../../ui/words.ts'
import type { WallState } from './contract.ts'
import type { Ages } from './freshness.ts'
import { kioskText } from './text.ts'
import { buildName, useHealth, useWakeLock } from './use-health.ts'
import { useTurning } from './use-turning.ts'
import { platformNow, type Told, useWall, useWallPages } from './use-wall.ts'
import { WallAlarms } from './wall-alarms.tsx'
import { WallAway } from './wall-away.tsx'
import { WallBar } from './wall-bar.tsx'
import { WallFoot } from './wall-foot.tsx'
import { WallPageView } from './wall-page.tsx'

const build = buildName()

export function Wall({ secret, onEnd }: { secret: string; onEnd: () => void }) {
  const t = useText(kioskText)
  const saying = useRef({ build, pageId: null as number | null, pageVersion: null as number | null })
  const told = useWall(secret, saying)
  const { state, isOver } = told
  useEffect(() => {
    if (isOver) onEnd()
  }, [isOver, onEnd])
  if (!state) return <Opening about={t('wallOpening')} />
  return <Hung state={state} told={told} saying={saying} />
}

/** Shown until the first answer arrives, with the connection state. */
function Opening({ about }: { about: string }) {
  const { state, since } = useLink()
  const zone = useZone()
  return (
    <main className="wall wall-plain" data-own-link>
      {state !== 'up' && since !== null ? <WallAway at={since} zone={zone} /> : <p>{about}</p>}
    </main>
  )
}

type Saying = { current: { build: string; pageId: number | null; pageVersion: number | null } }

function Hung({ state, told, saying }: { state: WallState; told: Told; saying: Saying }) {
  const t = useText(kioskText)
  const link = useLink()
  const now = platformNow(told, useNow())
  const { turning, hold, show } = useTurning(state, useWallPages(state))
  const [ages, setAges] = useState<Ages | null>(null)
  const silentMs = useRef(0)
  useWakeLock()
  useHealth({ answeredAt: told.answeredAt, silentMs })
  const { theme, language } = state
  useEffect(() => setTheme(theme), [theme])
  useEffect(() => setLanguage(language), [language])
  const page = state.pages.find(({ id }) => id === turning.pageId)
  saying.current = { build, pageId: page?.id ?? null, pageVersion: page?.version ?? null }
  const offset = now - Date.now()
  const isAway = link.state !== 'up' && link.since !== null
  return (
    <main className="wall" data-own-link data-away={isAway || undefined}>
      <WallBar state={state} now={now} ages={ages} shown={turning.pageId} onShow={show} />
      {isAway && link.since !== null && <WallAway at={link.since + offset} zone={state.zone} />}
      <section className="wall-page">
        {page ? (
          <WallPageView
            key={`${page.id} ${page.version}`}
            page={page}
            wall={state}
            onAges={setAges}
            silentMs={silentMs}
          />
        ) : (
          state.pages.length === 0 && <p className="wall-note">{t('noPage')}</p>
        )}
      </section>
      <WallAlarms state={state} now={now} />
      <WallFoot state={state} now={now} ages={ages} build={build} turning={turning} hold={hold?.alarm.name} />
    </main>
  )
}
