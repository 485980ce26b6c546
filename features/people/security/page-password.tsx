// Sets a new password: with the old one if the account must choose one, else after verification. [S2]
import './security.css'
import { call } from '../../../contract/call.ts'
import { weakPassword } from '../../../contract/password-rule.ts'
import { Logo } from '../../../ui/icon.tsx'
import { setMe, whoAmI } from '../../../ui/me.ts'
import { NewPasswordField } from '../../../ui/password-field.tsx'
import { Go, usePlace } from '../../../ui/place.tsx'
import { PlainAct, PlainField } from '../../../ui/plain.tsx'
import { PlainForm, usePlainForm } from '../../../ui/plain-form.tsx'
import { useText } from '../../../ui/words.ts'
import { saveNewPassword, setPwd } from './contract.ts'
import { securityText } from './text.ts'
import { type Security, useDone, useReload, WithSecurity } from './use-security.tsx'
import { Ways } from './ways.tsx'

export default function PasswordPage() {
  const t = useText(securityText)
  return (
    <main className="security-alone">
      <div className="security-card">
        <h1>
          <Logo size={26} />
          {t('passwordTitle')}
        </h1>
        <WithSecurity>{(security) => <Body security={security} />}</WithSecurity>
      </div>
    </main>
  )
}

function Body({ security }: { security: Security }) {
  const t = useText(securityText)
  const { mustChoosePassword, changeUntil } = security
  if (mustChoosePassword)
    return (
      <>
        <p className="security-to">{t('mustChoose')}</p>
        <PasswordForm asksOld />
      </>
    )
  return (
    <>
      {changeUntil === null ? <Ways security={security} what="password" /> : <PasswordForm asksOld={false} />}
      <p className="security-other">
        <Go to="/account/security/sms">{t('backToSecurity')}</Go>
      </p>
    </>
  )
}

function PasswordForm({ asksOld }: { asksOld: boolean }) {
  const t = useText(securityText)
  const { go } = usePlace()
  const reload = useReload()
  const done = useDone()
  const { values, set, errors, refuse, busy, run } = usePlainForm({ oldPassword: '', password: '', again: '' })
  const submit = () => {
    const oldPassword = asksOld && !values.oldPassword ? t('passwordRequired') : undefined
    const password = weakPassword(values.password) ? t('passwordWeak') : undefined
    const again = values.again === values.password ? undefined : t('passwordDiffers')
    if (refuse({ oldPassword, password, again })) return
    void run(async () => {
      if (asksOld) await call(saveNewPassword, { oldPassword: values.oldPassword, password: values.password })
      else await call(setPwd, { password: values.password })
      const me = whoAmI()
      if (me) setMe({ ...me, changePassword: false })
      await reload()
      if (asksOld) go('/', { replace: true })
      else done('password')
    })
  }
  return (
    <PlainForm error={errors.form} onSubmit={submit}>
      {asksOld && (
        <PlainField
          label={t('nowPassword')}
          type="password"
          value={values.oldPassword}
          onChange={set('oldPassword')}
          error={errors.oldPassword}
          autoComplete="current-password"
          autoFocus
          maxLength={200}
        />
      )}
      <NewPasswordField
        label={t('newPassword')}
        value={values.password}
        onChange={set('password')}
        error={errors.password}
        autoFocus={!asksOld}
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
        {t('setPassword')}
      </PlainAct>
    </PlainForm>
  )
}
