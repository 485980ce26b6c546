// Sets a new phone number or e-mail address with the code sent to it. [S2 setup/tel, setup/email]
import './security.css'
import { call } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { Card } from '../../../ui/page-header.tsx'
import { Go, usePlace } from '../../../ui/place.tsx'
import { PlainAct, PlainField } from '../../../ui/plain.tsx'
import { PlainForm, usePlainForm } from '../../../ui/plain-form.tsx'
import { useText } from '../../../ui/words.ts'
import { CodeField } from '../../platform/open/verification-code-field.tsx'
import { emailOf, telOf } from '../../platform/verification/rules.ts'
import { getEmailCode, getSmsCodeForNew, setEmail, setTel } from './contract.ts'
import { AccountPage } from './part-account-frame.tsx'
import { securityText } from './text.ts'
import { useDone, useReload, waysPath } from './use-security.tsx'

const kinds = {
  tel: {
    isRight: (text: string) => telOf(text) !== undefined,
    send: (tel: string) => call(getSmsCodeForNew, { tel }),
    save: (tel: string, code: string) => call(setTel, { tel, code }),
    autoComplete: 'tel',
    max: 30,
  },
  email: {
    isRight: (text: string) => emailOf(text) !== undefined,
    send: (email: string) => call(getEmailCode, { email }),
    save: (email: string, code: string) => call(setEmail, { email, code }),
    autoComplete: 'email',
    max: limits.emailLength,
  },
} as const

export default function AddressPage() {
  const t = useText(securityText)
  const { path } = usePlace()
  const what = path.endsWith('/tel') ? 'tel' : 'email'
  return (
    <AccountPage title={t(`${what}Title`)}>
      <Card>
        <AddressForm key={what} what={what} />
        <p className="security-other">
          <Go to={waysPath(what)}>{t('verifyAgain')}</Go>
        </p>
      </Card>
    </AccountPage>
  )
}

function AddressForm({ what }: { what: 'tel' | 'email' }) {
  const t = useText(securityText)
  const reload = useReload()
  const done = useDone()
  const { isRight, send, save, autoComplete, max } = kinds[what]
  const { values, set, errors, refuse, busy, run } = usePlainForm({ tel: '', email: '', code: '' })
  const wrong = () => (isRight(values[what]) ? undefined : t(`${what}Wrong`))
  const submit = () => {
    if (refuse({ [what]: wrong(), code: values.code.trim() ? undefined : t('codeRequired') })) return
    void run(async () => {
      await save(values[what], values.code)
      await reload()
      done(what)
    })
  }
  return (
    <PlainForm error={errors.form} onSubmit={submit}>
      <PlainField
        label={t(what)}
        value={values[what]}
        onChange={set(what)}
        error={errors[what]}
        autoComplete={autoComplete}
        autoFocus
        maxLength={max}
      />
      <CodeField
        value={values.code}
        onChange={set('code')}
        error={errors.code}
        onSend={() => send(values[what])}
        isReady={() => !refuse({ [what]: wrong() })}
      />
      <div className="plain-form-acts">
        <PlainAct kind="primary" submit busy={busy}>
          {t('save')}
        </PlainAct>
      </div>
    </PlainForm>
  )
}
