// Where the provider sends the browser back to: what it answered is taken out of the address and handed in.
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../../contract/call.ts'
import { setMe } from '../../ui/me.ts'
import { Go, usePlace } from '../../ui/place.tsx'
import { PlainAct } from '../../ui/plain.tsx'
import { useText } from '../../ui/words.ts'
import { userInfo } from '../login/contract.ts'
import { LoginFrame } from '../login/part-frame.tsx'
import { safeTarget } from '../login/part-safe-target.ts'
import { StepForm, stepIn } from '../login/part-step-form.tsx'
import { tellConfirmed } from './confirmed.ts'
import { finishSignOn } from './contract.ts'
import { SignOnFault } from './sign-on-fault.tsx'
import { signOnText } from './text.ts'

const words = { waiting: 'returning', confirmed: 'confirmed' } as const

type State = 'waiting' | 'confirmed' | { fault: string } | { step: NonNullable<ReturnType<typeof stepIn>>; to: string }

function stateOf(error: ApiError): State {
  const { to } = (error.data ?? {}) as { to?: unknown }
  const step = stepIn(error)
  return step ? { step, to: typeof to === 'string' ? to : '/' } : { fault: error.message }
}

export default function ReturnPage() {
  const t = useText(signOnText)
  const { state, slug } = useReturn()
  const [fault, setFault] = useState<string>()
  const { go } = usePlace()
  const told = fault ?? (typeof state === 'object' && 'fault' in state ? state.fault : undefined)
  const about = told === undefined ? words[state === 'confirmed' ? 'confirmed' : 'waiting'] : 'failed'
  return (
    <LoginFrame title={t('title')} about={t(about)}>
      {told === undefined && typeof state === 'object' && 'step' in state && (
        <StepForm
          step={state.step}
          to={state.to}
          onBack={(why) => (why === undefined ? go('/login') : setFault(why))}
        />
      )}
      {told !== undefined && (
        <div className="login-form">
          <SignOnFault text={told} />
          <PlainAct kind="primary" large onClick={() => go(`/sso/${slug}`, { replace: true })}>
            {t('again')}
          </PlainAct>
          <p className="login-forgotten">
            <Go to="/login">{t('otherWay')}</Go>
          </p>
        </div>
      )}
    </LoginFrame>
  )
}

/** Hands the answer in, once. */
function useReturn(): { state: State; slug: string } {
  const { params, path, go } = usePlace()
  const slug = params.slug ?? ''
  const [state, setState] = useState<State>('waiting')
  const isTaken = useRef(false)
  const take = async () => {
    const answer = window.location.search
    // Neither the history of the browser nor the next page keeps it.
    go(path, { replace: true })
    try {
      const { to, isConfirmed } = await call(finishSignOn, { slug, answer })
      if (isConfirmed) {
        setState('confirmed')
        tellConfirmed()
        return
      }
      setMe(await call(userInfo, {}))
      go(safeTarget(to), { replace: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setState(stateOf(error))
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    if (isTaken.current) return
    isTaken.current = true
    void take()
  }, [])
  return { state, slug }
}
