// A way to sign in over another site: the page that leaves for it, and the one where the browser comes back.
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../../../contract/call.ts'
import { setMe } from '../../../ui/me.ts'
import { Go, usePlace } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { userInfo } from './contract.ts'
import { type StepAsked, safeTarget, stepIn } from './form-rules.ts'
import { FaultLine } from './part-fault-line.tsx'
import { StepForm } from './part-step-form.tsx'

type Fault = {
  text: string
  act: { label: string; do: () => void }
  /** Another way to sign in. */
  other?: { label: string; to: string } | undefined
}

/** Why it did not go on, and what to do next. */
export function WayFault({ text, act, other }: Fault) {
  return (
    <div className="login-form">
      <FaultLine text={text} />
      <PlainAct kind="primary" large onClick={act.do}>
        {act.label}
      </PlainAct>
      {other && (
        <p className="login-forgotten">
          <Go to={other.to}>{other.label}</Go>
        </p>
      )}
    </div>
  )
}

function useOnce(act: () => Promise<void>): void {
  const isDone = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    void act()
  }, [])
}

/** Leaves as the page opens, and says why not. */
export function useLeaving(begin: () => Promise<{ url: string }>) {
  const [fault, setFault] = useState<string>()
  const leave = async () => {
    setFault(undefined)
    try {
      const { url } = await begin()
      window.location.replace(url)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error.message)
    }
  }
  useOnce(leave)
  return { fault, leave: () => void leave() }
}

type Outcome = { fault?: string; step?: StepAsked & { to: string } }

function outcomeOf(error: ApiError): Outcome {
  const { to } = (error.data ?? {}) as { to?: unknown }
  const step = stepIn(error)
  return step ? { step: { ...step, to: typeof to === 'string' ? to : '/' } } : { fault: error.message }
}

/**
 * Hands in what the other site answered, as the page opens. `take` says where to go with the session that there is now, and
 * what to do before; nothing where the page stays.
 */
export function useReturning(take: (answer: string) => Promise<{ to: string; before?: () => void } | undefined>) {
  const { path, go } = usePlace()
  const [{ fault, step }, setOutcome] = useState<Outcome>({})
  useOnce(async () => {
    const answer = window.location.search
    // Neither the history of the browser nor the next page keeps it.
    go(path, { replace: true })
    try {
      const taken = await take(answer)
      if (!taken) return
      setMe(await call(userInfo, {}))
      taken.before?.()
      go(safeTarget(taken.to), { replace: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setOutcome(outcomeOf(error))
    }
  })
  const back = (why?: string) => (why === undefined ? go('/login') : setOutcome({ fault: why }))
  return { fault, stepForm: step && <StepForm step={step} to={step.to} onBack={back} /> }
}
