// Forms for adding a version, and for editing its notes.
import { useMutation } from '@tanstack/react-query'
import './firmware.css'
import { formOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { dataUrlOf } from '../../../ui/data-url.ts'
import { TextField } from '../../../ui/fields.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { importText } from '../../../ui/import-text.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { addFirmware, editFirmware, type Firmware } from './contract.ts'
import { firmwareText } from './text.ts'

type Values = { model: string; version: string; notes?: string; sha256?: string; file: File }
const maxMb = limits.firmwareBytes / 1024 / 1024

export function AddFirmware({ onClose }: { onClose: () => void }) {
  const t = useText(firmwareText)
  const words = useText(importText)
  const { mutateAsync } = useMutation(formOf(addFirmware))
  const send = async ({ file, ...about }: Values) =>
    mutateAsync({ ...about, fileName: file.name, file: await base64Of(file) })
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
      <FileField
        name="file"
        label={t('file')}
        note={t('fileNote', { limit: maxMb })}
        needed={words('needed')}
        maxBytes={limits.firmwareBytes}
        tooLarge={t('fileLarge', { limit: maxMb })}
      />
      <TextField name="sha256" label={t('hash')} note={t('hashNote')} max={64} />
      <TextField name="notes" label={t('notes')} max={limits.firmwareNotesLength} area />
    </FormDrawer>
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
