// The form in which a newcomer creates an account by a link. Within the frame of the login: no antd.
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import './invitation.css'
import { ApiError } from '../../../contract/call.ts'
import { errorCode } from '../../../contract/errors.ts'
import { NewPasswordField } from '../../../ui/password-field.tsx'
import { Go, usePlace } from '../../../ui/place.tsx'
import { PlainAct, PlainField } from '../../../ui/plain.tsx'
import { usePlainForm } from '../../../ui/plain-form.tsx'
import { sentenceOf } from '../../../ui/punctuation.ts'
import { useText } from '../../../ui/words.ts'
import { LoginFrame } from '../../platform/open/style-login-frame.tsx'
import { CaptchaField, useCaptcha } from '../login/part-captcha.tsx'
import { FaultLine } from '../login/part-fault-line.tsx'
import type { Enrolled, Offer } from './contract.ts'
import { type EnrollField, type EnrollValues, enrollFields, faultsOf } from './enroll-rules.ts'
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
  const { captcha, proof, ask } = useCaptcha(asks)
  const form = usePlainForm(nothing)
  const { vcode, ...person } = form.values
  const join = async () => {
    try {
      onDone(await way.join({ ...person, ...(await proof(vcode)) }))
    } catch (error) {
      // A captcha is valid only once, so a new one is loaded.
      form.set('vcode')('')
      await ask('')
      throw error
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const faults = Object.entries(faultsOf(form.values, captcha !== null))
    if (!form.refuse(Object.fromEntries(faults.map(([field, fault]) => [field, t(fault)])))) void form.run(join)
  }
  const field = (
    name: Exclude<EnrollField, 'vcode' | 'password'>,
    more: { autoComplete: string; autoFocus?: boolean },
  ) => <PlainField label={t(name)} {...form.field(name)} maxLength={100} {...more} />
  return (
    <form className="login-form" onSubmit={submit} noValidate>
      <div className="enroll-columns">
        {field('loginname', { autoComplete: 'username', autoFocus: true })}
        {field('name', { autoComplete: 'name' })}
        {field('phone', { autoComplete: 'tel' })}
        {!offer.email && field('email', { autoComplete: 'email' })}
      </div>
      <NewPasswordField label={t('password')} {...form.field('password')} />
      {captcha && <CaptchaField svg={captcha} {...form.field('vcode')} onRenew={() => void ask('')} />}
      <FaultLine text={form.errors.form} />
      <PlainAct kind="primary" large submit busy={form.busy}>
        {t(form.busy ? 'busy' : 'submit')}
      </PlainAct>
    </form>
  )
}

const nothing = Object.fromEntries(enrollFields.map((field) => [field, ''])) as EnrollValues
