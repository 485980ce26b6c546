// A way to sign in over another site: the page that leaves for it, and the page to which the browser returns.
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../../../contract/call.ts'
import { setMe } from '../../../ui/me.ts'
import { Go, usePlace } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { sentenceOf } from '../../../ui/punctuation.ts'
import { userInfo } from './contract.ts'
import { type StepAsked, safeTarget, stepIn } from './form-rules.ts'
import { FaultLine } from './part-fault-line.tsx'
import { StepForm } from './part-step-form.tsx'

type Fault = {
  text: string
  act: { label: string; do: () => void }
  /** A link to another way to sign in. */
  other?: { label: string; to: string } | undefined
}

/** Shows why the login failed, and the next steps. */
export function WayFault({ text, act, other }: Fault) {
  return (
    <div className="login-form">
      <FaultLine text={sentenceOf(text)} />
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

/** Redirects the browser to the other site as soon as the page opens; returns the fault if that fails. */
export function useLeaving(begin: () => Promise<{ url: string }>) {
  const [fault, setFault] = useState<ApiError>()
  const leave = async () => {
    setFault(undefined)
    try {
      const { url } = await begin()
      window.location.replace(url)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error)
    }
  }
  useOnce(leave)
  return { fault, leave: () => void leave() }
}

type Outcome = { fault?: string; code?: number; step?: StepAsked & { to: string } }

function outcomeOf(error: ApiError): Outcome {
  const { to } = (error.data ?? {}) as { to?: unknown }
  const step = stepIn(error)
  return step
    ? { step: { ...step, to: typeof to === 'string' ? to : '/' } }
    : { fault: error.message, code: error.code }
}

/**
 * Submits the other site's answer as the page opens. `take` returns the next page for the new session and an action to
 * run first, or nothing if the page stays.
 */
export function useReturning(take: (answer: string) => Promise<{ to: string; before?: () => void } | undefined>) {
  const { path, go } = usePlace()
  const [{ fault, code, step }, setOutcome] = useState<Outcome>({})
  useOnce(async () => {
    const answer = window.location.search
    // Removes the answer from the address, so that neither the browser's history nor the next page contains it.
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
  return { fault, code, stepForm: step && <StepForm step={step} to={step.to} onBack={back} /> }
}
