// Drafts of unsaved work on 3D scenes.
import { SceneContent } from '../../../contract/scene-document.ts'
import { draftsOf } from '../../../designer/draft.ts'

export const drafts = draftsOf<SceneContent>(
  'scene',
  SceneContent,
  (kept, saved) => JSON.stringify(kept) === JSON.stringify(saved),
)
