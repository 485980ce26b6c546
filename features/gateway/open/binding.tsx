// Binds a device to an unbound gateway of the organisation, or claims a new one by SN and code. [S4] [S5]
import { useMutation, useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { formOf, mutationOf, queryOf } from '../../../contract/call.ts'
import { type EquipmentId, Sn } from '../../../contract/fields.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { SelectField, TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { EitherWord } from '../../../ui/plain.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { uiText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { queryGateways } from '../gateway/contract.ts'
import { useNewSecrets } from '../registry/part-register.tsx'
import '../binding/binding.css'
import { bindGateway, ClaimCode, unbindGateway } from '../binding/contract.ts'
import { ServedNote } from '../binding/served-note.tsx'
import { servedText } from '../binding/served-text.ts'
import { bindingText } from '../binding/text.ts'

type Device = { id: EquipmentId; name: string }
type Values = { own?: string; sn?: string; code?: string }

/** The gateway that the user chose; `code` claims one that the organisation does not have yet. */
export type BindAsked = { equipmentId: EquipmentId; sn: string; code?: string }

/** A further choice in the form, which is bound in the same step. */
type BindMore = {
  /** The fields of the choice, below those of the gateway. */
  fields: ReactNode
  /**
   * Binds the gateway and the choice in one transaction; `values` are the fields by name. Undefined if no device is
   * chosen. Throws ApiError.
   */
  bind(
    asked: BindAsked,
    values: Readonly<Record<string, unknown>>,
  ): Promise<{ secret?: string | undefined; code?: string | undefined }> | undefined
}

/** The form over a page for a device without a gateway; a new gateway's secrets are shown before it closes. */
export function BindForm({ equipment, more, onClose }: { equipment: Device; more?: BindMore; onClose: () => void }) {
  const t = useText(bindingText)
  const words = useText(uiText)
  const served = useText(servedText)
  const shown = useName()
  const name = shown(equipment.name)
  const free = useQuery(queryOf(queryGateways, { bound: false, pageSize: 200 }))
  // Bound gateways cannot be selected; the select explains what to do instead.
  const taken = useQuery(queryOf(queryGateways, { bound: true, pageSize: 200 }))
  const bindAlone = useMutation(formOf(bindGateway))
  const secrets = useNewSecrets(onClose)
  const [chosen, setChosen] = useState<'own' | 'new'>()
  const way = chosen ?? (free.data?.total === 0 ? 'new' : 'own')
  const options = [...(free.data?.rows ?? []), ...(taken.data?.rows ?? [])].map(
    ({ sn, state, remark, equipmentName }) => ({
      value: sn,
      label: [sn, equipmentName === null ? words(state) : served('serves', { name: shown(equipmentName) }), remark]
        .filter(Boolean)
        .join(' · '),
    }),
  )
  if (secrets.dialog) return secrets.dialog
  return (
    <FormDrawer<Values>
      open
      title={`${t('bindTitle')} · ${name}`}
      act={t('bind')}
      initial={{}}
      onSubmit={async ({ own, sn, code, ...values }) => {
        const box = way === 'own' ? { sn: own ?? '' } : { sn: sn ?? '', ...(code ? { code } : {}) }
        const asked = { equipmentId: equipment.id, ...box }
        const done = await (more?.bind(asked, values) ?? bindAlone.mutateAsync(asked))
        secrets.take({ ...box, ...done })
      }}
      onDone={() => toast.good(t('bindDone', { name }))}
      onClose={secrets.close}
    >
      <Segmented
        label={t('bindTitle')}
        value={way}
        options={[
          { value: 'own', label: t('bindOwn'), count: free.data?.total },
          { value: 'new', label: t('bindNew') },
        ]}
        onChange={setChosen}
        wide
      />
      <div className="form-gap" />
      {way === 'own' && free.data?.total === 1 && <OnlyGateway sn={free.data.rows[0]!.sn} />}
      {way === 'own' ? (
        <SelectField
          name="own"
          label={t('bindChoose')}
          required
          options={options}
          loading={free.isPending}
          note={free.data?.total === 0 ? t('bindNone') : t('bindNext')}
        />
      ) : (
        <ClaimFields />
      )}
      {more?.fields}
      <ServedNote field={way === 'own' ? 'own' : 'sn'} onLeave={onClose} />
    </FormDrawer>
  )
}

/** Preselects the only free gateway. */
function OnlyGateway({ sn }: { sn: string }) {
  const form = Form.useFormInstance<Values>()
  useEffect(() => {
    if (form.getFieldValue('own') === undefined) form.setFieldValue('own', sn)
  }, [form, sn])
  return null
}

/** SN and code of an unclaimed gateway. */
export function ClaimFields() {
  const t = useText(bindingText)
  const matches = (test: (value: string) => boolean, message: string) => ({
    validator: (_: unknown, value: string | undefined) =>
      !value || test(value) ? Promise.resolve() : Promise.reject(new Error(message)),
  })
  return (
    <>
      <TextField
        name="sn"
        label={t('sn')}
        required
        note={t('snNote')}
        rules={[matches((value) => Sn.safeParse(value).success, t('snWrong'))]}
      />
      <TextField
        name="code"
        label={t('code')}
        required
        note={t('codeNote')}
        rules={[matches((value) => ClaimCode.safeParse(value).success, t('codeWrong'))]}
      />
    </>
  )
}

/** Asks for confirmation, unbinds, shows a message. */
function useUnbind() {
  const t = useText(bindingText)
  const { mutate } = useMutation(mutationOf(unbindGateway))
  const shown = useName()
  return async ({ id, name: given }: Device, sn: string) => {
    const name = shown(given)
    const target = `${name} · ${sn}`
    const question = { title: t('unbindTitle'), act: t('unbind'), target, note: t('unbindNote'), danger: true }
    if (!(await confirm(question))) return
    mutate({ equipmentId: id }, { onSuccess: () => toast.good(t('unbound', { sn, name })) })
  }
}

/** The button that opens the form for a device without a gateway. */
export function BindAct({ onClick }: { onClick: () => void }) {
  const t = useText(bindingText)
  return (
    <Act icon="link" may="equipment:edit" onClick={onClick}>
      {t('bindTitle')}
    </Act>
  )
}

/** The link in a row of devices: binds a gateway, or unbinds it after confirmation. */
export function BindingLink({ device, sn, onBind }: { device: Device; sn: string | null; onBind: () => void }) {
  const t = useText(bindingText)
  const unbind = useUnbind()
  return (
    <Act kind="link" may="equipment:edit" onClick={() => (sn ? void unbind(device, sn) : onBind())}>
      <EitherWord shown={t(sn ? 'unbind' : 'bind')} other={t(sn ? 'bind' : 'unbind')} />
    </Act>
  )
}
