// Forms for adding a version, and for editing its notes.
import { useMutation } from '@tanstack/react-query'
import { Form } from 'antd'
import { type ChangeEvent, useRef, useState } from 'react'
import './firmware.css'
import { formOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { dataUrlOf } from '../../../ui/data-url.ts'
import { TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { formatSize } from '../../../ui/format.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { addFirmware, editFirmware, type Firmware } from './contract.ts'
import { firmwareText } from './text.ts'

type Chosen = { name: string; sizeBytes: number; base64: string }
type Values = { model: string; version: string; notes?: string; sha256?: string; file: Chosen }
const maxMb = limits.firmwareBytes / 1024 / 1024

export function AddFirmware({ onClose }: { onClose: () => void }) {
  const t = useText(firmwareText)
  const { mutateAsync } = useMutation(formOf(addFirmware))
  const send = ({ file, ...about }: Values) => mutateAsync({ ...about, fileName: file.name, file: file.base64 })
  return (
    <FormDrawer<Values>
      open
      title={t('add')}
      act={t('add')}
      width={480}
      initial={{ model: 'GH-Linux' }}
      onSubmit={async (values) => {
        await send(values)
        toast.good(t('added', { version: values.version }))
      }}
      onClose={onClose}
    >
      <p className="firmware-about">{t('about')}</p>
      <TextField name="model" label={t('model')} max={40} required />
      <TextField name="version" label={t('version')} note={t('versionNote')} max={40} required />
      <Form.Item
        name="file"
        label={t('file')}
        extra={t('fileNote', { limit: maxMb })}
        rules={[{ required: true, message: t('fileNone') }]}
      >
        <FileChoice />
      </Form.Item>
      <TextField name="sha256" label={t('hash')} note={t('hashNote')} max={64} />
      <TextField name="notes" label={t('notes')} max={limits.firmwareNotesLength} area />
    </FormDrawer>
  )
}

function FileChoice({ value, onChange }: { value?: Chosen; onChange?: (file: Chosen) => void }) {
  const t = useText(firmwareText)
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    if (file.size > limits.firmwareBytes) return toast.bad(t('fileLarge', { limit: maxMb }))
    setBusy(true)
    onChange?.({ name: file.name, sizeBytes: file.size, base64: await base64Of(file) })
    setBusy(false)
  }
  return (
    <span className="firmware-file">
      <input ref={input} type="file" hidden aria-label={t('file')} onChange={(event) => void take(event)} />
      <PlainAct icon="upload" busy={isBusy} onClick={() => input.current?.click()}>
        {t('selectFile')}
      </PlainAct>
      {value && (
        <small>
          {value.name} · {formatSize(value.sizeBytes)}
        </small>
      )}
    </span>
  )
}

const base64Of = async (file: File): Promise<string> => (await dataUrlOf(file)).replace(/^[^,]*,/, '')

export function EditNotes({
  firmware: { id, model, version, notes },
  onClose,
}: {
  firmware: Firmware
  onClose: () => void
}) {
  const t = useText(firmwareText)
  const { mutateAsync } = useMutation(formOf(editFirmware))
  return (
    <FormDrawer<{ notes: string }>
      open
      title={`${model} ${version}`}
      initial={{ notes }}
      onSubmit={(values) => mutateAsync({ id, ...values })}
      onDone={() => toast.good(t('saved'))}
      onClose={onClose}
    >
      <TextField name="notes" label={t('notes')} max={limits.firmwareNotesLength} area />
    </FormDrawer>
  )
}
