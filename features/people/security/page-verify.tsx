// Verifies the account in one way: with a code, answers, or the password. [S2 setup/validate]
import { useQuery } from '@tanstack/react-query'
import './security.css'
import { call, queryOf } from '../../../contract/call.ts'
import { Card } from '../../../ui/page-header.tsx'
import { Go, usePlace } from '../../../ui/place.tsx'
import { PlainAct, PlainField } from '../../../ui/plain.tsx'
import { PlainForm, usePlainForm } from '../../../ui/plain-form.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { CodeField } from '../../platform/open/verification-code-field.tsx'
import {
  getEmailCode,
  getSmsCode,
  getUserSecurityQuestion,
  type QuestionKey,
  validateEmailForChangePwd,
  validateOldPwdForChangePwd,
  validateQuestionForChangePwd,
  validateSmsVerifycode,
} from './contract.ts'
import { AccountPage } from './part-account-frame.tsx'
import { AnswerFields, missingAnswers, noAnswers } from './part-answers.tsx'
import { securityText } from './text.ts'
import { type Change, isChange, setupPath, useReload, WithSecurity, waysPath } from './use-security.tsx'

/** The part to change after verification: in the path for the phone, else in the query. */
function useWhat(): Change {
  const { params, search } = usePlace()
  const named = params.type ?? search.for
  return isChange(named) ? named : 'password'
}

export default function VerifyPage() {
  const t = useText(securityText)
  const { path } = usePlace()
  const what = useWhat()
  const way = path.split('/setup/validate/')[1]?.split('/')[0]
  return (
    <AccountPage title={t(`${what}Title`)}>
      <Card title={t('verifyTitle')}>
        {way === 'tel' && <ByCode way="tel" />}
        {way === 'email' && <ByCode way="email" />}
        {way === 'question' && <ByQuestions />}
        {way === 'password' && <ByPassword />}
        <p className="security-other">
          <Go to={waysPath(what)}>{t('otherWay')}</Go>
        </p>
      </Card>
    </AccountPage>
  )
}

/** After verification, continues to the page of the change. */
function useGoOn(): () => Promise<void> {
  const { go } = usePlace()
  const what = useWhat()
  const reload = useReload()
  return async () => {
    await reload()
    go(setupPath(what), { replace: true })
  }
}

const calls = {
  tel: { send: () => call(getSmsCode, {}), check: (code: string) => call(validateSmsVerifycode, { code }) },
  email: { send: () => call(getEmailCode, {}), check: (code: string) => call(validateEmailForChangePwd, { code }) },
}

function ByCode({ way }: { way: 'tel' | 'email' }) {
  return (
    <WithSecurity>
      {(security) => {
        const to = security[way]
        return to === null ? <NotSetUp /> : <CodeForm way={way} to={to} />
      }}
    </WithSecurity>
  )
}

/** Shown if the address names a way that is not set up for the account. */
function NotSetUp() {
  return <p>{useText(securityText)('wayNotSet')}</p>
}

function CodeForm({ way, to }: { way: 'tel' | 'email'; to: string }) {
  const t = useText(securityText)
  const goOn = useGoOn()
  const { values, set, errors, refuse, busy, run } = usePlainForm({ code: '' })
  const submit = () => {
    if (refuse({ code: values.code.trim() ? undefined : t('codeRequired') })) return
    void run(async () => {
      await calls[way].check(values.code)
      await goOn()
    })
  }
  return (
    <PlainForm error={errors.form} onSubmit={submit}>
      <p className="security-to">
        {t(`to_${way}`)} <b>{to}</b>
      </p>
      <CodeField value={values.code} onChange={set('code')} error={errors.code} onSend={calls[way].send} />
      <Next busy={busy} />
    </PlainForm>
  )
}

function Next({ busy }: { busy: boolean }) {
  const t = useText(securityText)
  return (
    <div className="plain-form-acts">
      <PlainAct kind="primary" submit busy={busy}>
        {t('next')}
      </PlainAct>
    </div>
  )
}

function ByPassword() {
  const t = useText(securityText)
  const goOn = useGoOn()
  const { values, set, errors, refuse, busy, run } = usePlainForm({ password: '' })
  const submit = () => {
    if (refuse({ password: values.password ? undefined : t('passwordRequired') })) return
    void run(async () => {
      await call(validateOldPwdForChangePwd, values)
      await goOn()
    })
  }
  return (
    <PlainForm error={errors.form} onSubmit={submit}>
      <PlainField
        label={t('nowPassword')}
        type="password"
        value={values.password}
        onChange={set('password')}
        error={errors.password}
        autoComplete="current-password"
        autoFocus
        maxLength={200}
      />
      <Next busy={busy} />
    </PlainForm>
  )
}

function ByQuestions() {
  const { data, error, refetch } = useQuery(queryOf(getUserSecurityQuestion, {}))
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={4} />
  return data.questions.length === 0 ? <NotSetUp /> : <AnswerForm questions={data.questions} />
}

function AnswerForm({ questions }: { questions: readonly QuestionKey[] }) {
  const t = useText(securityText)
  const goOn = useGoOn()
  const form = usePlainForm(noAnswers)
  const { values, errors, refuse, busy, run } = form
  const submit = () => {
    if (refuse(missingAnswers(values, t('answerRequired')))) return
    void run(async () => {
      await call(validateQuestionForChangePwd, values)
      await goOn()
    })
  }
  return (
    <PlainForm error={errors.form} onSubmit={submit}>
      <AnswerFields questions={questions} form={form} />
      <Next busy={busy} />
    </PlainForm>
  )
}
