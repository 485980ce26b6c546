// A wall that is not signed in: the pairing code in large letters, in both languages.
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../../../contract/call.ts'
import type { Language } from '../../../contract/errors.ts'
import { errorCode } from '../../../contract/errors.ts'
import { formatTimeLeft } from '../../../ui/format.ts'
import { Logo } from '../../../ui/icon.tsx'
import { fileOver, languages } from '../../../ui/language.ts'
import { useNow } from '../../../ui/use-now.ts'
import { beginPairing, enterDisplay, pairingState } from './contract.ts'
import type { KeptWall } from './kept-secret.ts'
import { codeShown, displayLimits } from './rules.ts'
import { kioskText } from './text.ts'

const askMs = 3_000

type Trouble = 'wallLinkBad' | 'wallBusy' | 'wallAway'
type Stage = { wall: KeptWall | null; trouble: Trouble | null }

const begun = async (): Promise<KeptWall> => {
  const { code, secret, until } = await call(beginPairing, {})
  return { code, secret, until, isIn: false }
}

/** Signs in by the link; if the link is not valid, reports it and keeps the code. */
async function entered(wall: KeptWall, token: string): Promise<Stage> {
  try {
    await call(enterDisplay, { secret: wall.secret, token })
    return { wall: { ...wall, isIn: true }, trouble: null }
  } catch (error) {
    if (error instanceof ApiError && error.code === errorCode('shareUnknown')) return { wall, trouble: 'wallLinkBad' }
    throw error
  }
}

/** Performs one step: requests a code, tries the link, or checks whether the code has been entered. */
async function stepped({ wall, trouble }: Stage, token: string): Promise<Stage> {
  if (!wall) return { wall: await begun(), trouble }
  if (isLinkDue({ wall, trouble }, token)) return entered(wall, token)
  const { state } = await call(pairingState, { secret: wall.secret })
  if (state === 'gone') return { wall: await begun(), trouble }
  return { wall: { ...wall, isIn: state === 'signedIn' }, trouble }
}

/** The link is tried as soon as there is a secret. */
const isLinkDue = ({ wall, trouble }: Stage, token: string): boolean =>
  token !== '' && trouble !== 'wallLinkBad' && wall !== null && !wall.isIn

const troubleOf = (error: unknown): Trouble =>
  error instanceof ApiError && error.code === errorCode('tooFrequent') ? 'wallBusy' : 'wallAway'

/** Repeats steps until the wall is signed in; returns a function that stops it. Errors are reported and retried. */
function watchPairing(
  begin: KeptWall | null,
  token: string,
  hear: { stage: (stage: Stage) => void; trouble: (trouble: Trouble) => void },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let stage: Stage = { wall: begin, trouble: null }
  const step = async () => {
    const next = await stepped(stage, token).catch((error: unknown) => troubleOf(error))
    if (isOver) return
    if (typeof next === 'string') hear.trouble(next)
    else {
      stage = next
      hear.stage(next)
    }
    if (!stage.wall?.isIn) timer = setTimeout(() => void step(), isLinkDue(stage, token) ? 0 : askMs)
  }
  void step()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

type Props = { wall: KeptWall | null; token: string; isOut: boolean; onChange: (wall: KeptWall) => void }

export function Pairing({ wall: kept, token, isOut, onChange }: Props) {
  const [passing, setPassing] = useState<Trouble | null>(null)
  const [isLinkBad, setLinkBad] = useState(false)
  const [begin] = useState(kept)
  const change = useRef(onChange)
  change.current = onChange
  useEffect(
    () =>
      watchPairing(begin, token, {
        trouble: setPassing,
        stage({ wall, trouble }) {
          setPassing(null)
          setLinkBad(trouble === 'wallLinkBad')
          if (wall) change.current(wall)
        },
      }),
    [begin, token],
  )
  const trouble = passing ?? (isLinkBad ? 'wallLinkBad' : null)
  return (
    <main className="wall wall-pairing" data-own-link>
      <Logo size={64} />
      {languages.map(({ value, html }) => (
        <Told key={value} language={value} html={html} isOut={isOut} hasCode={kept !== null} trouble={trouble} />
      ))}
      {kept && <p className="wall-code">{codeShown(kept.code)}</p>}
      {kept && <Until until={kept.until} />}
    </main>
  )
}

function Told({
  language,
  html,
  isOut,
  hasCode,
  trouble,
}: {
  language: Language
  html: string
  isOut: boolean
  hasCode: boolean
  trouble: Trouble | null
}) {
  const t = kioskText.in(language)
  return (
    <section lang={fileOver(language)?.code ?? html}>
      <h1>{t(isOut ? 'wallOut' : 'wallNew')}</h1>
      {trouble && <p role="alert">{t(trouble)}</p>}
      <p>{t(hasCode ? 'wallHow' : 'wallOpening')}</p>
    </section>
  )
}

function Until({ until }: { until: number }) {
  const now = useNow()
  // The platform's clock may be slightly ahead.
  const leftMs = Math.min(until - now, displayLimits.pairingMs)
  const words = (value: Language) => kioskText.in(value)('wallUntil', { time: formatTimeLeft(leftMs, value) })
  return <p className="wall-until">{languages.map(({ value }) => words(value)).join(' · ')}</p>
}
