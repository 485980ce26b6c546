import { useState } from 'react'
import { ApiError } from '../../contract/call.ts'
import { Act } from '../../ui/act.tsx'
import { ChoiceField, FieldPair, NumberField, SelectField, SwitchField, TextField } from '../../ui/fields.tsx'
import { FormDrawer, FormFrame } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.tsx'

type Values = {
  title: string
  port: number
  zone: string
  mode: string
  open: boolean
  remark: string
  password: string
}

const initial: Partial<Values> = {
  title: 'Intake station 1',
  port: 502,
  zone: 'Asia/Shanghai',
  mode: 'change',
  open: true,
}

/** Refuses a name that is in use, and a port below 100 as a whole, to show both kinds of error. */
async function save(values: Values): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 300))
  if (values.title === 'taken') throw new ApiError(10001, 'This name is taken', { field: 'title' })
  if (values.port < 100) throw new ApiError(1304, 'The gateway is offline and cannot be operated')
}

export function GalleryForm() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <FormFrame<Values> initial={initial} onSubmit={save} onDone={() => toast.good('Saved')}>
        <Fields />
        <Act onClick={() => setOpen(true)}>In a drawer</Act>
      </FormFrame>
      <FormDrawer<Values>
        open={open}
        title="Add a device"
        initial={initial}
        onSubmit={save}
        onClose={() => setOpen(false)}
      >
        <Fields />
      </FormDrawer>
    </>
  )
}

function Fields() {
  return (
    <>
      <TextField name="title" label="Name" required max={25} note="Try “taken”." />
      <FieldPair>
        <NumberField name="port" label="Port" min={1} max={65_535} required />
        <SelectField
          name="zone"
          label="Time zone"
          options={['Asia/Shanghai', 'Europe/Berlin', 'UTC'].map((value) => ({ value, label: value }))}
        />
      </FieldPair>
      <ChoiceField
        name="mode"
        label="Storage"
        options={[
          { value: 'change', label: 'On change' },
          { value: 'period', label: 'Periodic' },
        ]}
      />
      <SwitchField name="open" label="Monitoring" />
      <TextField name="remark" label="Remark" area max={200} />
    </>
  )
}
