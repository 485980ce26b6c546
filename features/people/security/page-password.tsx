// Sets a new password: with the old one if the account must choose one, else after verification. [S2]
import './security.css'
import { call } from '../../../contract/call.ts'
import { Logo } from '../../../ui/icon.tsx'
import { setMe, whoAmI } from '../../../ui/me.ts'
import { Go, usePlace } from '../../../ui/place.tsx'
import { useText } from '../../../ui/words.ts'
import { saveNewPassword, setPwd } from './contract.ts'
import { NewPasswordStep } from './part-steps.tsx'
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
      {changeUntil === null ? <Ways security={security} what="password" /> : <PasswordForm />}
      <p className="security-other">
        <Go to="/account/security/sms">{t('backToSecurity')}</Go>
      </p>
    </>
  )
}

function PasswordForm({ asksOld = false }: { asksOld?: boolean }) {
  const { go } = usePlace()
  const reload = useReload()
  const done = useDone()
  const save = async ({ oldPassword, password }: { oldPassword: string; password: string }) => {
    if (asksOld) await call(saveNewPassword, { oldPassword, password })
    else await call(setPwd, { password })
    const me = whoAmI()
    if (me) setMe({ ...me, changePassword: false })
    await reload()
    if (asksOld) go('/', { replace: true })
    else done('password')
  }
  return <NewPasswordStep asksOld={asksOld} onSave={save} />
}
