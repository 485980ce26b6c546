// Sets a new password: with the old one if the account must choose one, else after verification. [S2]
import './security.css'
import { call } from '../../../contract/call.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import { Logo } from '../../../ui/icon.tsx'
import { setMe, whoAmI } from '../../../ui/me.ts'
import { Go, usePlace } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { useText } from '../../../ui/words.ts'
import { saveNewPassword, setPwd } from './contract.ts'
import { NewPasswordStep } from './part-steps.tsx'
import { securityText } from './text.ts'
import { GateWaiting, useGate, useReload, useSaveChange } from './use-security.tsx'
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
        <Body />
      </div>
    </main>
  )
}

function Body() {
  const t = useText(securityText)
  const { gate, query, restart } = useGate()
  const { data: security } = query
  if (!security) return <GateWaiting query={query} />
  if (security.mustChoosePassword)
    return (
      <>
        <p className="security-to">{t('mustChoose')}</p>
        <PasswordForm asksOld />
      </>
    )
  return (
    <>
      <AsOf query={query} />
      {gate === 'waiting' && <GateWaiting query={query} />}
      {gate === 'ways' && <Ways security={security} what="password" />}
      {gate === 'form' && <PasswordForm />}
      <p className="security-other">
        {gate === 'form' && security.changeUntil === null && (
          <PlainAct kind="link" onClick={restart}>
            {t('verifyAgain')}
          </PlainAct>
        )}
        <Go to="/account/security/sms">{t('backToSecurity')}</Go>
      </p>
    </>
  )
}

function PasswordForm({ asksOld = false }: { asksOld?: boolean }) {
  const { go } = usePlace()
  const reload = useReload()
  const saveChange = useSaveChange()
  const noteChosen = () => {
    const me = whoAmI()
    if (me) setMe({ ...me, changePassword: false })
  }
  const save = async ({ oldPassword, password }: { oldPassword: string; password: string }) => {
    if (!asksOld) return saveChange('password', call(setPwd, { password }).then(noteChosen))
    await call(saveNewPassword, { oldPassword, password }).then(noteChosen)
    await reload()
    go('/', { replace: true })
  }
  return <NewPasswordStep asksOld={asksOld} onSave={save} />
}
