// The forms for the steps of a recovery.
import { useEffect } from 'react'
import { call } from '../../../contract/call.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Go, usePlace } from '../../../ui/place.tsx'
import { PlainAct, PlainField } from '../../../ui/plain.tsx'
import { PlainStep, usePlainForm } from '../../../ui/plain-form.tsx'
import { useStore } from '../../../ui/store.ts'
import { useText } from '../../../ui/words.ts'
import { CaptchaField, useCaptcha } from '../login/part-captcha.tsx'
import { AnswerStep, CodeStep, NewPasswordStep, WayList } from '../security/part-steps.tsx'
import {
  beginRecovery,
  checkRecoveryAnswers,
  checkRecoveryCode,
  type Recovery,
  recoverPassword,
  sendRecoveryCode,
} from './contract.ts'
import { recoveryText } from './text.ts'
import { recovered, recovery, useBase, useRecovery } from './use-recovery.tsx'

export function AccountStep() {
  const t = useText(recoveryText)
  const { go } = usePlace()
  const base = useBase()
  const { captcha, proof, ask } = useCaptcha('recovery')
  const form = usePlainForm({ loginname: '', vcode: '' })
  const { loginname, vcode } = form.values
  const begin = async () => {
    try {
      const proven = await proof(vcode)
      recovery.set(await call(beginRecovery, { loginname: loginname.trim(), ...proven }))
    } catch (error) {
      // A captcha is valid only once, so a new one is loaded.
      form.set('vcode')('')
      await ask('')
      throw error
    }
    go(`${base}/validate`)
  }
  return (
    <PlainStep
      large
      form={form}
      act={t('next')}
      faults={() => ({
        loginname: loginname.trim() ? undefined : t('nameRequired'),
        vcode: captcha && !vcode.trim() ? t('vcodeRequired') : undefined,
      })}
      send={begin}
    >
      <PlainField
        label={t('loginname')}
        {...form.field('loginname')}
        autoComplete="username"
        autoFocus
        maxLength={64}
      />
      {captcha && <CaptchaField svg={captcha} {...form.field('vcode')} onRenew={() => void ask('')} />}
    </PlainStep>
  )
}

export function WaysStep() {
  const t = useText(recoveryText)
  const base = useBase()
  const { loginname, ways } = useRecovery()
  if (ways.length === 0) return <p className="recovery-none">{t('noWay', { loginname })}</p>
  return (
    <WayList
      lead={t('choose', { loginname })}
      ways={ways.map(({ way, to }) => ({ way, to: `${base}/validate/${way}`, note: to }))}
    />
  )
}

/** Continues to the password after verification. */
function useVerified(): (now: Recovery) => void {
  const { go } = usePlace()
  const base = useBase()
  return (now) => {
    recovery.set(now)
    go(`${base}/password`)
  }
}

export function SentCodeStep({ way }: { way: 'tel' | 'email' }) {
  const verified = useVerified()
  const { ways } = useRecovery()
  return (
    <CodeStep
      large
      way={way}
      to={ways.find((each) => each.way === way)?.to}
      onSend={() => call(sendRecoveryCode, { way })}
      onCheck={(code) => call(checkRecoveryCode, { way, code }).then(verified)}
      below={<OtherWay />}
    />
  )
}

function OtherWay() {
  const t = useText(recoveryText)
  const base = useBase()
  return (
    <p className="recovery-other">
      <Go to={`${base}/validate`}>{t('otherWay')}</Go>
    </p>
  )
}

export function QuestionStep() {
  const verified = useVerified()
  const { questions } = useRecovery()
  return (
    <AnswerStep
      large
      questions={questions}
      autoFocus
      onCheck={(values) => call(checkRecoveryAnswers, values).then(verified)}
      below={<OtherWay />}
    />
  )
}

export function PasswordStep() {
  const t = useText(recoveryText)
  const { go } = usePlace()
  const base = useBase()
  const { isVerified, loginname } = useRecovery()
  if (!isVerified)
    return (
      <div className="recovery-step">
        <p>{t('notVerified')}</p>
        <PlainAct kind="primary" large onClick={() => go(`${base}/validate`, { replace: true })}>
          {t('verify')}
        </PlainAct>
      </div>
    )
  const save = async ({ password }: { password: string }) => {
    await call(recoverPassword, { password })
    recovery.set(null)
    recovered.set(true)
    go(`${base}/finish`, { replace: true })
  }
  return <NewPasswordStep note={t('passwordOf', { loginname })} onSave={save} />
}

export function FinishStep() {
  const t = useText(recoveryText)
  const { go } = usePlace()
  const base = useBase()
  const isDone = useStore(recovered)
  useEffect(() => {
    if (!isDone) go(`${base}/account`, { replace: true })
  }, [isDone, go, base])
  if (!isDone) return null
  return (
    <div className="recovery-step recovery-done">
      <Icon name="check" size={28} />
      <p>{t('done')}</p>
      <PlainAct kind="primary" large onClick={() => go('/login')}>
        {t('signIn')}
      </PlainAct>
    </div>
  )
}
