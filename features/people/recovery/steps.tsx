// The steps of a recovery.
import { useEffect } from 'react'
import { call } from '../../../contract/call.ts'
import { weakPassword } from '../../../contract/password-rule.ts'
import { ChoiceList } from '../../../ui/choice-list.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { NewPasswordField } from '../../../ui/password-field.tsx'
import { Go, usePlace } from '../../../ui/place.tsx'
import { PlainAct, PlainField } from '../../../ui/plain.tsx'
import { PlainForm, usePlainForm } from '../../../ui/plain-form.tsx'
import { useStore } from '../../../ui/store.ts'
import { useText } from '../../../ui/words.ts'
import { CodeField } from '../../platform/open/verification-code-field.tsx'
import { CaptchaField, useCaptcha } from '../login/part-captcha.tsx'
import { AnswerFields, missingAnswers, noAnswers } from '../security/part-answers.tsx'
import {
  beginRecovery,
  checkRecoveryAnswers,
  checkRecoveryCode,
  type RecoveryWay,
  recoverPassword,
  sendRecoveryCode,
} from './contract.ts'
import { recoveryText } from './text.ts'
import { recovered, recovery, useBase, useRecovery } from './use-recovery.tsx'

export function AccountStep() {
  const t = useText(recoveryText)
  const { go } = usePlace()
  const base = useBase()
  const { captcha, solved, ask } = useCaptcha('recovery')
  const { values, set, errors, refuse, busy, run } = usePlainForm({ loginname: '', vcode: '' })
  const begin = async (loginname: string) => {
    try {
      const work = await solved()
      const proof = captcha ? { vcode: values.vcode, ...(work ? { work } : {}) } : {}
      recovery.set(await call(beginRecovery, { loginname, ...proof }))
    } catch (error) {
      // A captcha is valid once.
      set('vcode')('')
      await ask('')
      throw error
    }
    go(`${base}/validate`)
  }
  const submit = () => {
    const loginname = values.loginname.trim()
    const vcode = captcha && !values.vcode.trim() ? t('vcodeRequired') : undefined
    if (!refuse({ loginname: loginname ? undefined : t('nameRequired'), vcode })) void run(() => begin(loginname))
  }
  return (
    <PlainForm error={errors.form} onSubmit={submit}>
      <PlainField
        label={t('loginname')}
        value={values.loginname}
        onChange={set('loginname')}
        error={errors.loginname}
        autoComplete="username"
        autoFocus
        maxLength={64}
      />
      {captcha && (
        <CaptchaField
          svg={captcha}
          value={values.vcode}
          onChange={set('vcode')}
          onRenew={() => void ask('')}
          error={errors.vcode}
        />
      )}
      <PlainAct kind="primary" large submit busy={busy}>
        {t('next')}
      </PlainAct>
    </PlainForm>
  )
}

const icons: Record<RecoveryWay, IconName> = { tel: 'phone', email: 'mail', question: 'info' }

export function WaysStep() {
  const t = useText(recoveryText)
  const base = useBase()
  const { loginname, ways } = useRecovery()
  if (ways.length === 0) return <p className="recovery-none">{t('noWay', { loginname })}</p>
  return (
    <div className="recovery-step">
      <p>{t('choose', { loginname })}</p>
      <ChoiceList
        choices={ways.map(({ way, to }) => ({
          key: way,
          to: `${base}/validate/${way}`,
          icon: icons[way],
          name: t(`way_${way}`),
          note: to,
        }))}
      />
    </div>
  )
}

export function CodeStep({ way }: { way: 'tel' | 'email' }) {
  const t = useText(recoveryText)
  const { go } = usePlace()
  const base = useBase()
  const { ways } = useRecovery()
  const { values, set, errors, refuse, busy, run } = usePlainForm({ code: '' })
  const submit = () => {
    if (refuse({ code: values.code.trim() ? undefined : t('codeRequired') })) return
    void run(async () => {
      recovery.set(await call(checkRecoveryCode, { way, code: values.code }))
      go(`${base}/password`)
    })
  }
  return (
    <PlainForm error={errors.form} onSubmit={submit}>
      <p className="recovery-to">
        {t(`to_${way}`)} <b>{ways.find((each) => each.way === way)?.to}</b>
      </p>
      <CodeField
        value={values.code}
        onChange={set('code')}
        error={errors.code}
        onSend={() => call(sendRecoveryCode, { way })}
      />
      <PlainAct kind="primary" large submit busy={busy}>
        {t('next')}
      </PlainAct>
      <OtherWay />
    </PlainForm>
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
  const t = useText(recoveryText)
  const { go } = usePlace()
  const base = useBase()
  const { questions } = useRecovery()
  const form = usePlainForm(noAnswers)
  const { values, errors, refuse, busy, run } = form
  const submit = () => {
    if (refuse(missingAnswers(values, t('answerRequired')))) return
    void run(async () => {
      recovery.set(await call(checkRecoveryAnswers, values))
      go(`${base}/password`)
    })
  }
  return (
    <PlainForm error={errors.form} onSubmit={submit}>
      <AnswerFields questions={questions} form={form} autoFocus />
      <PlainAct kind="primary" large submit busy={busy}>
        {t('next')}
      </PlainAct>
      <OtherWay />
    </PlainForm>
  )
}

export function PasswordStep() {
  const t = useText(recoveryText)
  const { go } = usePlace()
  const base = useBase()
  const { isVerified, loginname } = useRecovery()
  const { values, set, errors, refuse, busy, run } = usePlainForm({ password: '', again: '' })
  if (!isVerified)
    return (
      <div className="recovery-step">
        <p>{t('notVerified')}</p>
        <PlainAct kind="primary" large onClick={() => go(`${base}/validate`, { replace: true })}>
          {t('verify')}
        </PlainAct>
      </div>
    )
  const submit = () => {
    const password = weakPassword(values.password) ? t('passwordWeak') : undefined
    const again = values.again === values.password ? undefined : t('passwordDiffers')
    if (refuse({ password, again })) return
    void run(async () => {
      await call(recoverPassword, { password: values.password })
      recovery.set(null)
      recovered.set(true)
      go(`${base}/finish`, { replace: true })
    })
  }
  return (
    <PlainForm error={errors.form} onSubmit={submit}>
      <p className="recovery-to">{t('passwordOf', { loginname })}</p>
      <NewPasswordField
        label={t('password')}
        value={values.password}
        onChange={set('password')}
        error={errors.password}
        autoFocus
      />
      <PlainField
        label={t('passwordAgain')}
        type="password"
        value={values.again}
        onChange={set('again')}
        error={errors.again}
        autoComplete="new-password"
        maxLength={200}
      />
      <PlainAct kind="primary" large submit busy={busy}>
        {t('save')}
      </PlainAct>
    </PlainForm>
  )
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
