// The recovery of this browser, as the platform returns it.
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError, call } from '../../../contract/call.ts'
import { errorCode } from '../../../contract/errors.ts'
import { usePlace } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { sentenceOf } from '../../../ui/punctuation.ts'
import { createStore, useStore } from '../../../ui/store.ts'
import { useText } from '../../../ui/words.ts'
import { type Recovery, recoveryState } from './contract.ts'
import { recoveryText } from './text.ts'

/** The recovery, shared by all its steps; requested again after a reload. */
export const recovery = createStore<Recovery | null>(null)

/** Whether a password was set in this browser; the last step opened by its address shows no success without it. */
export const recovered = createStore(false)

/** Base path: `/findpwd` or `/client/findpwd`. */
export const useBase = (): string => (usePlace().path.startsWith('/client/') ? '/client/findpwd' : '/findpwd')

export function useRecovery(): Recovery {
  const now = useStore(recovery)
  if (!now) throw new Error('no recovery is shown')
  return now
}

/** Renders `children` once the recovery has loaded, or shows why there is none. */
export function RecoveryShown({ children }: { children: ReactNode }) {
  const t = useText(recoveryText)
  const { go } = usePlace()
  const base = useBase()
  const known = useStore(recovery)
  const [fault, setFault] = useState<ApiError>()
  useEffect(() => {
    call(recoveryState, {}).then(recovery.set, (error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      recovery.set(null)
      setFault(error)
    })
  }, [])
  if (fault)
    return (
      <div className="recovery-step" role="alert">
        <p>{sentenceOf(fault.message)}</p>
        <PlainAct kind="primary" large onClick={() => go(`${base}/account`, { replace: true })}>
          {t(fault.code === errorCode('recoveryGone') ? 'beginAgain' : 'tryAgain')}
        </PlainAct>
      </div>
    )
  return known && children
}
