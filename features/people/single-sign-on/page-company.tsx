// Asks for the short name of the user's company. Never lists companies, because the page is public.
import { type FormEvent, useState } from 'react'
import { Go, usePlace, withSearch } from '../../../ui/place.tsx'
import { PlainAct, PlainField } from '../../../ui/plain.tsx'
import { useText } from '../../../ui/words.ts'
import { LoginFrame } from '../../platform/open/style-login-frame.tsx'
import { FaultLine } from '../login/part-fault-line.tsx'
import { signOnText } from './text.ts'
import { useLeave } from './use-leave.ts'

export default function CompanyPage() {
  const t = useText(signOnText)
  const { search } = usePlace()
  const [slug, setSlug] = useState('')
  const [missing, setMissing] = useState(false)
  const { busy, fault, forget, leave } = useLeave(search.to)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (slug.trim()) void leave(slug)
    else setMissing(true)
  }
  return (
    <LoginFrame title={t('title')} about={t('companyAbout')}>
      <form className="login-form" onSubmit={submit} noValidate>
        <PlainField
          label={t('company')}
          value={slug}
          onChange={(value) => {
            setSlug(value)
            setMissing(false)
            forget()
          }}
          error={missing ? t('companyRequired') : undefined}
          autoComplete="organization"
          autoFocus
          maxLength={40}
        />
        <FaultLine text={fault} />
        <PlainAct kind="primary" large submit busy={busy}>
          {t('goOn')}
        </PlainAct>
        <p className="login-forgotten">
          <Go to={withSearch('/login', { to: search.to })}>{t('otherWay')}</Go>
        </p>
      </form>
    </LoginFrame>
  )
}
