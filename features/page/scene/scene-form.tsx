// Adds a 3D scene, or renames it and replaces its model.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, formOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { dataUrlOf } from '../../../ui/data-url.ts'
import { TextField } from '../../../ui/fields.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { addScene, checkSceneModel, editScene, type Scene } from './contract.ts'
import { sceneText } from './text.ts'

type Values = { name: string; model?: File }

/** Bound nodes that the chosen file lacks; undefined while the file is checked. */
type Lost = Awaited<ReturnType<typeof lostIn>>

const lostIn = async (scene: Scene, file: File) =>
  (await call(checkSceneModel, { id: scene.id, model: await dataUrlOf(file) })).lost

/** Checks a chosen model against the scene's bindings before it is saved. */
function useLost(scene: Scene | undefined) {
  const [found, setFound] = useState<{ file: File | undefined; lost: Lost | undefined }>()
  const look = ({ model: file }: Values) => {
    if (!scene || file === found?.file) return
    setFound({ file, lost: file ? undefined : [] })
    if (!file) return
    const tell = (lost: Lost) => setFound((now) => (now?.file === file ? { file, lost } : now))
    // A fault of the file is reported on saving.
    lostIn(scene, file).then(tell, () => tell([]))
  }
  return { look, isLooking: found !== undefined && found.lost === undefined, lost: found?.lost ?? [] }
}

export function SceneForm({ scene, onClose }: { scene: Scene | undefined; onClose: () => void }) {
  const t = useText(sceneText)
  const add = useMutation(formOf(addScene))
  const edit = useMutation(formOf(editScene))
  const { look, isLooking, lost } = useLost(scene)
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
      why={isLooking ? t('looking') : undefined}
      onChange={look}
      onSubmit={save}
      onDone={({ name }) => toast.good(t(scene ? 'saved' : 'added', { name }))}
      onClose={onClose}
    >
      <TextField name="name" label={t('name')} required max={limits.titleLength} />
      <FileField
        name="model"
        label={t('model')}
        note={scene ? `${t('modelNote')} ${t('newModelNote')}` : t('modelNote')}
        needed={scene ? undefined : t('modelNeeded')}
        accept=".glb,model/gltf-binary"
        maxBytes={limits.sceneBytes}
        tooLarge={t('tooLarge')}
      />
      {lost.length > 0 && (
        <div className="scene-lost" role="alert">
          <b>{t('lostTitle')}</b>
          <p>{t('lostNote')}</p>
          <ul>
            {lost.map(({ name, title, bindings }) => (
              <li key={name}>
                {title ? `${title} · ${name}` : name} <small>{t('lostBindings', { count: bindings })}</small>
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormDrawer>
  )
}
