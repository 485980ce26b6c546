// An input for a secret parameter, which cannot be read back: the stored secret stays until the user replaces or
// removes it.
import { Input } from 'antd'
import { type ChangeEvent, useRef } from 'react'
import { isReference, isTyped, type SecretParam } from '../../../drivers/secret.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { driverText } from './text.ts'

/** The form passes value and onChange. `kept`: the stored secret. */
type Props = {
  id?: string
  kept: SecretParam | null
  value?: SecretParam | null
  onChange?: (value: SecretParam | null) => void
}

const maxFileBytes = 12_000

export function SecretInput({ id, kept, value = null, onChange }: Props) {
  const t = useText(driverText)
  const isKept = isReference(value)
  return (
    <div className="secret">
      <Input.Password
        {...(id && { id })}
        autoComplete="new-password"
        maxLength={200}
        placeholder={isKept ? t('secretKept') : ''}
        value={isTyped(value) ? value.text : ''}
        onChange={({ target: { value: text } }) => onChange?.(text === '' ? kept : { text })}
      />
      {isKept && (
        <PlainAct kind="link" onClick={() => onChange?.(null)}>
          {t('secretRemove')}
        </PlainAct>
      )}
    </div>
  )
}

export function FileInput({ id, value = null, onChange }: Omit<Props, 'kept'>) {
  const t = useText(driverText)
  const input = useRef<HTMLInputElement>(null)
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    if (file.size === 0 || file.size > maxFileBytes) return toast.bad(new Error(t('fileSize', { kib: 12 })))
    const bytes = new Uint8Array(await file.arrayBuffer())
    onChange?.({ text: btoa(String.fromCharCode(...bytes)), name: file.name.slice(0, 200) })
  }
  return (
    <div className="secret">
      <span>{value ? (value.name ?? t('fileKept')) : t('fileNone')}</span>
      <PlainAct kind="link" onClick={() => input.current?.click()}>
        {t('fileChoose')}
      </PlainAct>
      {value && (
        <PlainAct kind="link" onClick={() => onChange?.(null)}>
          {t('secretRemove')}
        </PlainAct>
      )}
      <input ref={input} {...(id && { id })} type="file" hidden onChange={(event) => void choose(event)} />
    </div>
  )
}
