// Verifies the account in one way: with a code, answers, or the password. [S2 setup/validate]
import { useQuery } from '@tanstack/react-query'
import './security.css'
import { call, queryOf } from '../../../contract/call.ts'
import type { InputOf } from '../../../contract/endpoint.ts'
import { Card } from '../../../ui/page-header.tsx'
import { Go, usePlace } from '../../../ui/place.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import {
  getEmailCode,
  getSmsCode,
  getUserSecurityQuestion,
  validateEmailForChangePwd,
  validateOldPwdForChangePwd,
  validateQuestionForChangePwd,
  validateSmsVerifycode,
} from './contract.ts'
import { AccountPage } from './part-account-frame.tsx'
import { AnswerStep, CodeStep, PasswordStep } from './part-steps.tsx'
import { securityText } from './text.ts'
import { type Change, isChange, setupPath, useReload, WithSecurity, waysPath } from './use-security.tsx'

/** The change that the user makes after the verification: in the path for the phone, otherwise in the query. */
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

/** After the verification, continues to the page of the change. */
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
  const goOn = useGoOn()
  const { send, check } = calls[way]
  return (
    <WithSecurity>
      {(security) =>
        security[way] === null ? (
          <NotSetUp />
        ) : (
          <CodeStep way={way} to={security[way]} onSend={send} onCheck={(code) => check(code).then(goOn)} />
        )
      }
    </WithSecurity>
  )
}

/** Shown if the address names a way that is not set up for the account. */
function NotSetUp() {
  return <p>{useText(securityText)('wayNotSet')}</p>
}

function ByPassword() {
  const goOn = useGoOn()
  return <PasswordStep onCheck={(password) => call(validateOldPwdForChangePwd, { password }).then(goOn)} />
}

function ByQuestions() {
  const goOn = useGoOn()
  const { data, error, refetch } = useQuery(queryOf(getUserSecurityQuestion, {}))
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={4} />
  if (data.questions.length === 0) return <NotSetUp />
  const check = (values: InputOf<typeof validateQuestionForChangePwd>) =>
    call(validateQuestionForChangePwd, values).then(goOn)
  return <AnswerStep questions={data.questions} onCheck={check} />
}
