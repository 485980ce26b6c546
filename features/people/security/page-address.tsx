// Sets a new phone number or e-mail address with the code sent to it. [S2 setup/tel, setup/email]
import { call } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { usePlace } from '../../../ui/place.tsx'
import { PlainField } from '../../../ui/plain.tsx'
import { PlainStep, usePlainForm } from '../../../ui/plain-form.tsx'
import { useText } from '../../../ui/words.ts'
import { CodeField } from '../../platform/open/verification-code-field.tsx'
import { emailOf, telOf } from '../../platform/verification/rules.ts'
import { ChangePage } from './change-page.tsx'
import { getEmailCode, getSmsCodeForNew, setEmail, setTel } from './contract.ts'
import { stepsText } from './steps-text.ts'
import { securityText } from './text.ts'
import { useSaveChange, useWhileVerified } from './use-security.tsx'

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
  const { path } = usePlace()
  const what = path.endsWith('/tel') ? 'tel' : 'email'
  return (
    <ChangePage what={what}>
      <AddressForm what={what} />
    </ChangePage>
  )
}

function AddressForm({ what }: { what: 'tel' | 'email' }) {
  const t = useText(securityText)
  const steps = useText(stepsText)
  const saveChange = useSaveChange()
  const whileVerified = useWhileVerified()
  const { isRight, send, save, autoComplete, max } = kinds[what]
  const form = usePlainForm({ tel: '', email: '', code: '' })
  const { [what]: address, code } = form.values
  const wrong = () => ({ [what]: isRight(address) ? undefined : t(`${what}Wrong`) })
  return (
    <PlainStep
      form={form}
      act={t('save')}
      faults={() => ({ ...wrong(), code: code.trim() ? undefined : steps('codeRequired') })}
      send={() => saveChange(what, save(address, code))}
    >
      <PlainField label={t(what)} {...form.field(what)} autoComplete={autoComplete} autoFocus maxLength={max} />
      <CodeField
        {...form.field('code')}
        onSend={() => whileVerified(send(address))}
        isReady={() => !form.refuse(wrong())}
      />
    </PlainStep>
  )
}
