// Properties of the scene: views of its camera, and the start view.
import { limits } from '../../../contract/limits.ts'
import type { SceneContent, SceneView } from '../../../contract/scene-document.ts'
import { Note, Section } from '../../../designer/panel/row.tsx'
import { IconAct, PlainAct } from '../../../ui/plain.tsx'
import { withHeading } from '../../../ui/punctuation.ts'
import { useText } from '../../../ui/words.ts'
import type { OpenScene } from '../../../widgets/scene/open-scene.ts'
import { newViewId, withViews } from './content.ts'
import { sceneDesignerText } from './text.ts'

type Props = {
  scene: OpenScene | undefined
  content: SceneContent
  onChange: (next: (content: SceneContent) => SceneContent, key?: string) => void
}

/** Rounds to a thousandth of the model's unit, which is precise enough for a camera. */
const rounded = (scene: OpenScene): Pick<SceneView, 'position' | 'target'> => {
  const at = scene.camera()
  const round = (place: readonly number[]) => place.map((each) => Number(each.toFixed(3))) as SceneView['position']
  return { position: round(at.position), target: round(at.target) }
}

export function ViewsPanel({ scene, content, onChange }: Props) {
  const t = useText(sceneDesignerText)
  const { views, startView } = content
  const change = (next: (views: readonly SceneView[]) => SceneView[], key?: string) =>
    onChange((now) => withViews(now, next(now.views)), key)
  const add = () => {
    if (!scene) return
    const name = t('viewName', { count: views.length + 1 })
    change((now) => [...now, { id: newViewId(now), name, ...rounded(scene) }])
  }
  return (
    <>
      <header className="panel-head">
        <b>{t('scene')}</b>
      </header>
      {scene?.tree.length !== 0 && <Note>{t('sceneNote')}</Note>}
      <Section label={t('views')}>
        {views.length === 0 && <Note>{t('viewsNote')}</Note>}
        <ul className="scene-view-list">
          {views.map((view) => (
            <li key={view.id}>
              <span className="panel-box">
                <input
                  type="text"
                  aria-label={t('nameOfView')}
                  maxLength={limits.titleLength}
                  value={view.name}
                  onChange={({ currentTarget: { value } }) =>
                    value.trim() !== '' &&
                    change(
                      (now) => now.map((each) => (each.id === view.id ? { ...each, name: value } : each)),
                      `view ${view.id}`,
                    )
                  }
                />
              </span>
              <IconAct icon="eye" label={withHeading(t('goTo'), view.name)} onClick={() => scene?.look(view)} />
              <IconAct
                icon="refresh"
                label={withHeading(t('retake'), view.name)}
                onClick={() =>
                  scene &&
                  change((now) => now.map((each) => (each.id === view.id ? { ...each, ...rounded(scene) } : each)))
                }
              />
              <IconAct
                icon="trash"
                label={t('removeView', { name: view.name })}
                onClick={() => change((now) => now.filter(({ id }) => id !== view.id))}
              />
            </li>
          ))}
        </ul>
        <PlainAct disabled={!scene || views.length >= limits.sceneViews} onClick={add}>
          {t('addView')}
        </PlainAct>
        {views.length > 0 && (
          <label className="scene-start">
            <span>{t('startView')}</span>
            <span className="panel-box panel-pick">
              <select
                value={startView}
                onChange={({ currentTarget: { value } }) => onChange((now) => ({ ...now, startView: value }))}
              >
                <option value="">{t('whole')}</option>
                {views.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </span>
          </label>
        )}
      </Section>
    </>
  )
}
