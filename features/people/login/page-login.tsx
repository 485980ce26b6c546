// The login page. [S2] Kept small: no antd, no contract, the system's font; the application loads while the password is
// checked.
import { type FormEvent, useState } from 'react'
import { ApiError, call } from '../../../contract/call.ts'
import { weakPassword } from '../../../contract/password-rule.ts'
import { keepHere } from '../../../ui/kept.ts'
import { useLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import { Go, usePlace, withSearch } from '../../../ui/place.tsx'
import { PlainAct, PlainField } from '../../../ui/plain.tsx'
import { labelIn, useText } from '../../../ui/words.ts'
import { useFace } from '../../platform/open/style-face.ts'
import { LoginFrame } from '../../platform/open/style-login-frame.tsx'
import { PasskeyAct } from '../passkey/part-passkey-act.tsx'
import { fieldOfCode, type LoginField, missingField, type StepAsked, safeTarget, stepIn } from './form-rules.ts'
import { OtherWays, useByPasskey, useHasWeChat } from './other-ways.tsx'
import { CaptchaField, type Demo, useCaptcha } from './part-captcha.tsx'
import { FaultLine } from './part-fault-line.tsx'
import { login } from './part-light-calls.ts'
import { StepForm } from './part-step-form.tsx'
import type { LoginWhys } from './part-whys.ts'
import { loginText } from './text.ts'

type Values = Record<LoginField, string>
type Errors = Partial<Record<LoginField | 'form', string>>

const required = {
  loginname: 'usernameRequired',
  password: 'passwordRequired',
  vcode: 'vcodeRequired',
} as const

/** Reason for showing the login page, by the address. */
const notes = { expired: 'expired', out: 'signedOut', rights: 'rightsFailed' } as const

/** Reasons for showing the login page that other rooms add. */
const whys: LoginWhys = Object.assign(
  {},
  ...Object.values(import.meta.glob<{ default: LoginWhys }>('../*/login-whys.ts', { eager: true })).map(
    (room) => room.default,
  ),
)

export default function LoginPage() {
  const { search } = usePlace()
  const t = useText(loginText)
  const { about } = useFace().login
  const language = useLanguage()
  const { why = '' } = search
  const brought = Object.hasOwn(whys, why) ? whys[why] : undefined
  const note = Object.hasOwn(notes, why) ? t(notes[why as keyof typeof notes]) : labelIn(brought, language)
  return (
    <LoginFrame about={about[language]} {...(note ? { note } : {})}>
      <LoginSteps />
    </LoginFrame>
  )
}

/** Name and password, then a code if the account needs one. */
function LoginSteps() {
  const [step, setStep] = useState<StepAsked>()
  const [fault, setFault] = useState<string>()
  const back = (why?: string) => {
    setFault(why)
    setStep(undefined)
  }
  return step === undefined ? <LoginForm fault={fault} onStep={setStep} /> : <StepForm step={step} onBack={back} />
}

type FormProps = { fault: string | undefined; onStep: (step: StepAsked) => void }

function LoginForm(props: FormProps) {
  const t = useText(loginText)
  const { search } = usePlace()
  const { values, setValue, setFault, fill, errors, busy, captcha, renewCaptcha, demo, submit } = useLogin(props)
  const byPasskey = useByPasskey()
  const hasWeChat = useHasWeChat()
  return (
    <form className="login-form" onSubmit={submit} noValidate>
      <PlainField
        label={t('loginname')}
        value={values.loginname}
        onChange={(value) => setValue('loginname', value)}
        error={errors.loginname}
        autoComplete="username"
        autoFocus
        maxLength={64}
      />
      <PlainField
        label={t('password')}
        type="password"
        value={values.password}
        onChange={(value) => setValue('password', value)}
        error={errors.password}
        autoComplete="current-password"
        maxLength={200}
      />
      {captcha && (
        <CaptchaField
          svg={captcha}
          value={values.vcode}
          onChange={(value) => setValue('vcode', value)}
          onRenew={renewCaptcha}
          error={errors.vcode}
        />
      )}
      <FaultLine text={errors.form} />
      <PlainAct kind="primary" large submit busy={busy}>
        {t(busy ? 'signingIn' : 'signIn')}
      </PlainAct>
      <p className="login-forgotten">
        <Go to="/findpwd/account">{t('forgotten')}</Go>
      </p>
      <OtherWays>
        <PasskeyAct of="signIn" use={byPasskey} onFault={setFault} />
        <Go to={withSearch('/sso', { to: search.to })} className="act act-large">
          {t('singleSignOn')}
        </Go>
        {hasWeChat && (
          <Go to={withSearch('/weixin', { to: search.to })} className="act act-large">
            {t('weChat')}
          </Go>
        )}
      </OtherWays>
      {demo && <DemoHint demo={demo} onUse={() => fill(demo)} />}
    </form>
  )
}

function DemoHint({ demo, onUse }: { demo: Demo; onUse: () => void }) {
  const t = useText(loginText)
  return (
    <aside className="login-demo">
      <strong>{t('demoTitle')}</strong>
      <p>{t('demoNote')}</p>
      <div className="login-demo-row">
        <code>
          {demo.loginname} / {demo.password}
        </code>
        <PlainAct onClick={onUse}>{t('demoUse')}</PlainAct>
      </div>
    </aside>
  )
}

/** State of the form: its values and the platform's answer. */
function useLogin({ fault, onStep }: FormProps) {
  const t = useText(loginText)
  const { search, go } = usePlace()
  const { captcha, proof, demo, ask } = useCaptcha('login')
  const [values, setValues] = useState<Values>({ loginname: '', password: '', vcode: '' })
  const [errors, setErrors] = useState<Errors>(fault === undefined ? {} : { form: fault })
  const [busy, setBusy] = useState(false)

  const setValue = (field: LoginField, value: string) => {
    setValues((now) => ({ ...now, [field]: value }))
    setErrors((now) => ({ ...now, [field]: undefined, form: undefined }))
  }
  const setFault = (form: string | undefined) => setErrors(form === undefined ? {} : { form })
  const fill = (demoLogin: Demo) => {
    setValues((now) => ({ ...now, ...demoLogin }))
    setErrors({})
  }
  const send = async () => {
    setBusy(true)
    try {
      const { loginname, password, vcode } = values
      const proven = await proof(vcode)
      // Stores only whether the password is weak, for the reminders; the password itself is not stored.
      keepHere('weak-password', weakPassword(password) ? '1' : '')
      setMe(await call(login, { loginname, password, ...proven }))
      go(safeTarget(search.to), { replace: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const step = stepIn(error)
      if (step) return onStep(step)
      setErrors({ [fieldOfCode(error.code) ?? 'form']: error.message })
      setValues((now) => ({ ...now, vcode: '' }))
      setBusy(false)
      await ask(values.loginname)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const missing = missingField(values, captcha !== null)
    if (missing) setErrors({ [missing]: t(required[missing]) })
    else void send()
  }
  const renewCaptcha = () => void ask(values.loginname)
  return { values, setValue, setFault, fill, errors, busy, captcha, demo, submit, renewCaptcha }
}
