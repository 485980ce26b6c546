// Where WeChat sends the browser back to: what it answered is taken out of the address and handed in.
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../../contract/call.ts'
import { setMe } from '../../ui/me.ts'
import { usePlace } from '../../ui/place.tsx'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../../ui/words.ts'
import { userInfo } from '../login/contract.ts'
import { LoginFrame } from '../login/part-frame.tsx'
import { safeTarget } from '../login/part-safe-target.ts'
import { StepForm, stepIn } from '../login/part-step-form.tsx'
import { finishWeChat } from './contract.ts'
import { Fault } from './fault.tsx'
import { weChatText } from './text.ts'

type State = 'waiting' | { fault: string } | { step: NonNullable<ReturnType<typeof stepIn>>; to: string }

const security = '/account/security/sms'

function stateOf(error: ApiError): State {
  const { to } = (error.data ?? {}) as { to?: unknown }
  const step = stepIn(error)
  return step ? { step, to: typeof to === 'string' ? to : '/' } : { fault: error.message }
}

export default function ReturnPage() {
  const t = useText(weChatText)
  const { path, go } = usePlace()
  const isBinding = path === '/weixin/bind'
  const { state, setState } = useReturn(isBinding)
  const hasFailed = typeof state === 'object' && 'fault' in state
  const about = hasFailed ? (isBinding ? 'notDone' : 'failed') : isBinding ? 'binding' : 'returning'
  const back = (why?: string) => (why === undefined ? go('/login') : setState({ fault: why }))
  return (
    <LoginFrame title={t('title')} about={t(about)}>
      {typeof state === 'object' && 'step' in state && <StepForm step={state.step} to={state.to} onBack={back} />}
      {hasFailed &&
        (isBinding ? (
          <Fault text={state.fault} act={{ words: 'back', do: () => go(security, { replace: true }) }} />
        ) : (
          <Fault
            text={state.fault}
            act={{ words: 'again', do: () => go('/weixin', { replace: true }) }}
            otherWay="/login"
          />
        ))}
    </LoginFrame>
  )
}

/** Hands the answer in, once. */
function useReturn(isBinding: boolean) {
  const t = useText(weChatText)
  const { path, go } = usePlace()
  const [state, setState] = useState<State>('waiting')
  const isTaken = useRef(false)
  const take = async () => {
    const answer = window.location.search
    // Neither the history of the browser nor the next page keeps it.
    go(path, { replace: true })
    try {
      const { to } = await call(finishWeChat, { answer })
      setMe(await call(userInfo, {}))
      if (isBinding) toast.good(t('bound'))
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
  return { state, setState }
}
