// The 3D scenes that are bound to a variable, for lists of uses.
export { loadScenesWith } from '../scene/store.ts'
