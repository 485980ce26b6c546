// Which 3D scenes are bound to a variable: for whoever tells where it is used.
export { loadScenesWith } from '../scene/store.ts'
