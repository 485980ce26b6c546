// The form in which a newcomer creates an account by a link. Within the frame of the login: no antd.
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import './invitation.css'
import { ApiError } from '../../../contract/call.ts'
import { errorCode } from '../../../contract/errors.ts'
import { Icon } from '../../../ui/icon.tsx'
import { NewPasswordField } from '../../../ui/password-field.tsx'
import { Go, usePlace } from '../../../ui/place.tsx'
import { PlainAct, PlainField } from '../../../ui/plain.tsx'
import { sentenceOf } from '../../../ui/punctuation.ts'
import { useText } from '../../../ui/words.ts'
import { LoginFrame } from '../../platform/open/style-login-frame.tsx'
import { CaptchaField, useCaptcha } from '../login/part-captcha.tsx'
import type { Enrolled, Offer } from './contract.ts'
import { type EnrollField, type EnrollValues, enrollFields, faultsOf, fieldOfFault } from './enroll-rules.ts'
import { enrollText } from './text.ts'

type Proof = { vcode?: string; work?: string }
type Person = Omit<EnrollValues, 'vcode'> & Proof

/** Calls of an invitation or an open registration. `load` and `join` are stable for a link. */
export type Way = { load: () => Promise<Offer>; join: (person: Person) => Promise<Enrolled> }

export function NewcomerPage({ way, isOpenToAll }: { way: Way; isOpenToAll: boolean }) {
  const t = useText(enrollText)
  const { offer, fault, load } = useOffer(way)
  const [enrolled, setEnrolled] = useState<Enrolled>()
  if (enrolled) return <Done enrolled={enrolled} />
  if (fault) {
    const isClosed = fault.code === errorCode('invitationClosed')
    return (
      <LoginFrame about={isClosed ? t('closed') : t('failed')}>
        <div className="enroll-done">
          <p>{isClosed ? t('closedNote') : sentenceOf(fault.message)}</p>
          {isClosed ? <Go to="/login">{t('signIn')}</Go> : <PlainAct onClick={load}>{t('retry')}</PlainAct>}
        </div>
      </LoginFrame>
    )
  }
  if (!offer) return <LoginFrame about={t('loading')}>{null}</LoginFrame>
  const { orgName: org, email } = offer
  const note = isOpenToAll ? t('waits') : email && t('for', { email })
  return (
    <LoginFrame about={t(isOpenToAll ? 'registerAbout' : 'enrollAbout', { org })} {...(note ? { note } : {})}>
      <NewcomerForm way={way} offer={offer} asks={isOpenToAll ? 'register' : 'enroll'} onDone={setEnrolled} />
    </LoginFrame>
  )
}

function useOffer({ load: ask }: Way) {
  const [offer, setOffer] = useState<Offer>()
  const [fault, setFault] = useState<ApiError>()
  const load = useCallback(() => {
    setFault(undefined)
    ask().then(setOffer, (error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      setFault(error)
    })
  }, [ask])
  useEffect(load, [load])
  return { offer, fault, load }
}

function Done({ enrolled: { loginname: name, orgName: org, isEnabled } }: { enrolled: Enrolled }) {
  const t = useText(enrollText)
  const { go } = usePlace()
  return (
    <LoginFrame about={t(isEnabled ? 'done' : 'doneWaits', { name, org })}>
      <div className="enroll-done">
        <PlainAct kind="primary" large onClick={() => go('/login')}>
          {t('signIn')}
        </PlainAct>
      </div>
    </LoginFrame>
  )
}

type Asks = 'enroll' | 'register'
type FormProps = { way: Way; offer: Offer; asks: Asks; onDone: (enrolled: Enrolled) => void }

function NewcomerForm({ way, offer, asks, onDone }: FormProps) {
  const t = useText(enrollText)
  const { values, setValue, errors, busy, captcha, submit, renew } = useNewcomer(way, asks, onDone)
  const field = (
    name: Exclude<EnrollField, 'vcode' | 'password'>,
    more: { autoComplete: string; autoFocus?: boolean },
  ) => (
    <PlainField
      label={t(name)}
      value={values[name]}
      onChange={(value) => setValue(name, value)}
      error={errors[name]}
      maxLength={100}
      {...more}
    />
  )
  return (
    <form className="login-form" onSubmit={submit} noValidate>
      <div className="enroll-columns">
        {field('loginname', { autoComplete: 'username', autoFocus: true })}
        {field('name', { autoComplete: 'name' })}
        {field('phone', { autoComplete: 'tel' })}
        {!offer.email && field('email', { autoComplete: 'email' })}
      </div>
      <NewPasswordField
        label={t('password')}
        value={values.password}
        onChange={(value) => setValue('password', value)}
        error={errors.password}
      />
      {captcha && (
        <CaptchaField
          svg={captcha}
          value={values.vcode}
          onChange={(value) => setValue('vcode', value)}
          onRenew={renew}
          error={errors.vcode}
        />
      )}
      {errors.form && (
        <p className="login-error" role="alert">
          <Icon name="alarm" size={16} />
          {errors.form}
        </p>
      )}
      <PlainAct kind="primary" large submit busy={busy}>
        {t(busy ? 'busy' : 'submit')}
      </PlainAct>
    </form>
  )
}

const nothing = Object.fromEntries(enrollFields.map((field) => [field, ''])) as EnrollValues

/** State of the form: its values and the platform's answer. */
function useNewcomer({ join }: Way, asks: Asks, onDone: (enrolled: Enrolled) => void) {
  const t = useText(enrollText)
  const { captcha, solved, ask } = useCaptcha(asks)
  const [values, setValues] = useState(nothing)
  const [errors, setErrors] = useState<Partial<Record<EnrollField | 'form', string>>>({})
  const [busy, setBusy] = useState(false)
  const setValue = (field: EnrollField, value: string) => {
    setValues((now) => ({ ...now, [field]: value }))
    setErrors((now) => ({ ...now, [field]: undefined, form: undefined }))
  }
  const send = async () => {
    setBusy(true)
    try {
      const { vcode, ...person } = values
      const work = await solved()
      onDone(await join({ ...person, ...(captcha ? { vcode, ...(work ? { work } : {}) } : {}) }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setErrors({ [fieldOfFault(error) ?? 'form']: error.message })
      setValues((now) => ({ ...now, vcode: '' }))
      setBusy(false)
      await ask('')
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const faults = Object.entries(faultsOf(values, captcha !== null))
    if (faults.length > 0) setErrors(Object.fromEntries(faults.map(([field, fault]) => [field, t(fault)])))
    else void send()
  }
  return { values, setValue, errors, busy, captcha, submit, renew: () => void ask('') }
}
