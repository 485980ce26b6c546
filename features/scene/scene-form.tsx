// Adds a 3D scene, or renames one and gives it another model.
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useRef } from 'react'
import { formOf } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { dataUrlOf } from '../../ui/data-url.ts'
import { Field, TextField } from '../../ui/fields.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { formatSize } from '../../ui/format.ts'
import { PlainAct } from '../../ui/plain.tsx'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../../ui/words.ts'
import { addScene, editScene, type Scene } from './contract.ts'
import { sceneText } from './text.ts'

type Values = { name: string; model?: File }

export function SceneForm({ scene, onClose }: { scene: Scene | undefined; onClose: () => void }) {
  const t = useText(sceneText)
  const add = useMutation(formOf(addScene))
  const edit = useMutation(formOf(editScene))
  const save = async ({ name, model: file }: Values) => {
    const model = file && (await dataUrlOf(file))
    if (scene) return edit.mutateAsync({ id: scene.id, name, ...(model ? { model } : {}) })
    return add.mutateAsync({ name, model: model ?? '' })
  }
  return (
    <FormDrawer<Values, Scene>
      open
      title={t(scene ? 'editTitle' : 'add')}
      initial={{ name: scene?.name ?? '' }}
      onSubmit={save}
      onDone={({ name }) => toast.good(t(scene ? 'saved' : 'added', { name }))}
      onClose={onClose}
    >
      <TextField name="name" label={t('name')} required max={limits.titleLength} />
      <Field
        name="model"
        label={t('model')}
        note={scene ? `${t('modelNote')} ${t('newModelNote')}` : t('modelNote')}
        rules={scene ? [] : [{ required: true, message: t('modelNeeded') }]}
      >
        <ModelInput />
      </Field>
    </FormDrawer>
  )
}

/** `value` and `onChange` come from the field. */
function ModelInput({ value, onChange, id }: { value?: File; onChange?: (file: File) => void; id?: string }) {
  const t = useText(sceneText)
  const input = useRef<HTMLInputElement>(null)
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file && file.size > limits.sceneBytes) toast.bad(new Error(t('tooLarge')))
    else if (file) onChange?.(file)
    // The same file may be taken once more.
    target.value = ''
  }
  return (
    <div className="scene-file">
      <PlainAct icon="upload" onClick={() => input.current?.click()}>
        {t('take')}
      </PlainAct>
      {value && <span title={value.name}>{`${value.name} · ${formatSize(value.size)}`}</span>}
      <input
        ref={input}
        id={id}
        className="unseen"
        type="file"
        tabIndex={-1}
        aria-label={t('model')}
        accept=".glb,model/gltf-binary"
        onChange={take}
      />
    </div>
  )
}
