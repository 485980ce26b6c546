// Tests the entered issuer and shows the result.
import { Form } from 'antd'
import { useState } from 'react'
import { ApiError, call } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { Act } from '../../../ui/act.tsx'
import { useText } from '../../../ui/words.ts'
import { testSignOn } from './contract.ts'
import { signOnText } from './text.ts'

type Met = { of: string; outcome?: OutputOf<typeof testSignOn>; error?: string }

export function IssuerTest() {
  const t = useText(signOnText)
  const issuer = ((Form.useWatch('issuer') as string | undefined) ?? '').trim()
  const [met, setMet] = useState<Met>()
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    setMet(undefined)
    try {
      setMet({ of: issuer, outcome: await call(testSignOn, { issuer }) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setMet({ of: issuer, error: error.message })
    } finally {
      setBusy(false)
    }
  }
  const { outcome, error } = met?.of === issuer ? met : {}
  const fault = outcome?.fault
  const told = error ?? (fault ? t(fault, { detail: outcome.detail ?? '–' }) : outcome && t('testGood'))
  return (
    <div className="sign-on-test">
      <Act busy={busy} why={issuer === '' && t('testNeeds')} onClick={() => void ask()}>
        {t('test')}
      </Act>
      {told && (
        <p className={error !== undefined || fault ? 'sign-on-bad' : undefined} role="status">
          {told}
        </p>
      )}
    </div>
  )
}
