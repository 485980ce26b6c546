// The form that signs in a screen by the code that it shows.
import { useMutation } from '@tanstack/react-query'
import { formOf } from '../../../contract/call.ts'
import { TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { type Display, pairDisplay } from './contract.ts'
import { codePattern } from './rules.ts'
import { kioskText } from './text.ts'

const asTyped = new RegExp(codePattern.source, 'i')

export function PairForm({ display: { id, name, signedInAt }, onClose }: { display: Display; onClose: () => void }) {
  const t = useText(kioskText)
  const pair = useMutation(formOf(pairDisplay))
  return (
    <FormDrawer<{ code: string }, null>
      open
      title={t('pairTitle')}
      initial={{ code: '' }}
      act={t('pair')}
      onSubmit={({ code }) => pair.mutateAsync({ id, code: code.trim() })}
      onDone={() => toast.good(t('paired', { name }))}
      onClose={onClose}
    >
      <p className="form-about">{t('pairAbout', { address: `${window.location.origin}/kiosk` })}</p>
      {signedInAt !== null && <p className="form-about">{t('replaces', { name })}</p>}
      <TextField
        name="code"
        label={t('code')}
        required
        placeholder="ABCD-EFGH"
        rules={[{ pattern: asTyped, message: t('codeRule') }]}
      />
    </FormDrawer>
  )
}
