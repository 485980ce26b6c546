// The login. [S2] Small on purpose: no antd, the system's font; the rest of the product loads while one types.
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import './login.css'
import { ApiError, call } from '../../contract/call.ts'
import { Icon, Logo } from '../../ui/icon.tsx'
import { languages, setLanguage, useLanguage } from '../../ui/language.ts'
import { setMe } from '../../ui/me.ts'
import { usePlace } from '../../ui/place.tsx'
import { IconAct, PlainAct, PlainField } from '../../ui/plain.tsx'
import { setTheme, useTone } from '../../ui/theme.ts'
import { useText } from '../../ui/words.ts'
import { login, showVcode } from './contract.ts'
import { fieldOfCode, type LoginField, missingField, safeTarget, ticketIn } from './form-rules.ts'
import { StepForm } from './step-form.tsx'
import { loginText } from './text.ts'
import { solveWork, type Work } from './work.ts'

type Values = Record<LoginField, string>
type Errors = Partial<Record<LoginField | 'form', string>>
type Demo = { loginname: string; password: string }

const required = {
  loginname: 'usernameRequired',
  password: 'passwordRequired',
  vcode: 'vcodeRequired',
} as const

export default function LoginPage() {
  const { search } = usePlace()
  const t = useText(loginText)
  const note = search.why === 'expired' ? t('expired') : search.why === 'out' ? t('signedOut') : undefined
  return (
    <div className="login">
      <LoginTop />
      <main className="login-main">
        <div className="login-card">
          <h1>
            <Logo size={30} />
            Gatehouse
          </h1>
          <p className="login-about">{t('about')}</p>
          {note && <p className="login-note">{note}</p>}
          <LoginSteps />
        </div>
      </main>
    </div>
  )
}

function LoginTop() {
  const t = useText(loginText)
  const now = useLanguage()
  const tone = useTone()
  return (
    <header className="login-top">
      <div className="login-languages">
        {languages.map(({ value, label, html }) => (
          <button key={value} type="button" lang={html} aria-pressed={value === now} onClick={() => setLanguage(value)}>
            {label}
          </button>
        ))}
      </div>
      <IconAct
        icon={tone === 'dark' ? 'sun' : 'moon'}
        label={t(tone === 'dark' ? 'toLight' : 'toDark')}
        onClick={() => setTheme(tone === 'dark' ? 'light' : 'dark')}
      />
    </header>
  )
}

/** Name and password, then a code where the account asks for one. */
function LoginSteps() {
  const [ticket, setTicket] = useState<string>()
  const [fault, setFault] = useState<string>()
  const back = (why?: string) => {
    setFault(why)
    setTicket(undefined)
  }
  return ticket === undefined ? (
    <LoginForm fault={fault} onStep={setTicket} />
  ) : (
    <StepForm ticket={ticket} onBack={back} />
  )
}

type FormProps = { fault: string | undefined; onStep: (ticket: string) => void }

function LoginForm(props: FormProps) {
  const t = useText(loginText)
  const { values, setValue, fill, errors, busy, captcha, renewCaptcha, demo, submit } = useLogin(props)
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
        <PlainField
          label={t('vcode')}
          value={values.vcode}
          onChange={(value) => setValue('vcode', value)}
          error={errors.vcode}
          autoComplete="off"
          maxLength={10}
        >
          <img className="login-captcha" alt={t('captcha')} src={`data:image/svg+xml,${encodeURIComponent(captcha)}`} />
          <IconAct icon="refresh" label={t('newCode')} onClick={renewCaptcha} />
        </PlainField>
      )}
      {errors.form && (
        <p className="login-error" role="alert">
          <Icon name="alarm" size={16} />
          {errors.form}
        </p>
      )}
      <PlainAct kind="primary" large submit busy={busy}>
        {t(busy ? 'signingIn' : 'signIn')}
      </PlainAct>
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

/** Solves the work beside a captcha while its characters are typed. The library loads when it is needed. */
function useWork() {
  const under = useRef<{ left: AbortController; solved: Promise<string> }>(undefined)
  const begin = useCallback((work: Work | null) => {
    under.current?.left.abort()
    under.current = undefined
    if (!work) return
    const left = new AbortController()
    const solved = import('@noble/hashes/sha2.js').then(({ sha256 }) => solveWork(work, sha256, left.signal))
    // Whoever waits for it hears of a fault; who asked for another captcha does not wait any more.
    solved.catch(() => undefined)
    under.current = { left, solved }
  }, [])
  useEffect(() => () => under.current?.left.abort(), [])
  return { begin, solved: () => under.current?.solved }
}

/** The captcha with its work when it is due, and the demo's login; asked for at the start and after each refusal. */
function useCaptcha() {
  const [captcha, setCaptcha] = useState<string | null>(null)
  const [demo, setDemo] = useState<Demo | null>(null)
  const { begin, solved } = useWork()
  const ask = useCallback(
    async (loginname: string) => {
      const answer = await call(showVcode, { loginname }).catch((error: unknown) => {
        // The login itself will say what is wrong; without this answer the form works all the same.
        if (error instanceof ApiError) return null
        throw error
      })
      if (!answer) return
      setCaptcha(answer.needed ? answer.svg : null)
      begin(answer.work)
      setDemo(answer.demo)
    },
    [begin],
  )
  useEffect(() => void ask(''), [ask])
  return { captcha, solved, demo, ask }
}

/** The form's state: what was typed, what the platform said. */
function useLogin({ fault, onStep }: FormProps) {
  const t = useText(loginText)
  const { search, go } = usePlace()
  const { captcha, solved, demo, ask } = useCaptcha()
  const [values, setValues] = useState<Values>({ loginname: '', password: '', vcode: '' })
  const [errors, setErrors] = useState<Errors>(fault === undefined ? {} : { form: fault })
  const [busy, setBusy] = useState(false)

  const setValue = (field: LoginField, value: string) => {
    setValues((now) => ({ ...now, [field]: value }))
    setErrors((now) => ({ ...now, [field]: undefined, form: undefined }))
  }
  const fill = (demoLogin: Demo) => {
    setValues((now) => ({ ...now, ...demoLogin }))
    setErrors({})
  }
  const send = async () => {
    setBusy(true)
    try {
      const { loginname, password, vcode } = values
      const work = await solved()
      const proof = captcha ? { vcode, ...(work ? { work } : {}) } : {}
      setMe(await call(login, { loginname, password, ...proof }))
      go(safeTarget(search.to), { replace: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const ticket = ticketIn(error)
      if (ticket !== undefined) return onStep(ticket)
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
  return { values, setValue, fill, errors, busy, captcha, demo, submit, renewCaptcha: () => void ask(values.loginname) }
}
