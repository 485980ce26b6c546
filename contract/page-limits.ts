// Limits of pages, their pictures, symbols and 3D scenes: part of contract/limits.ts.
export const pageLimits = {
  /** Widgets of a page, including those in groups. */
  pageWidgets: 2000,
  ...{ pageWeather: 3, pageScenes: 1 },
  ...{ undoSteps: 50, pasteOffset: 50 },
  /** Screen pixels within which an edge snaps; without snapping, positions are whole pixels of the page. */
  snap: 5,
  ...{ snapOff: 1, leastShape: 2 },
  /** Pixels of a widget that stay on the page. */
  pageMargin: 5,
  rotationStep: 90,
  /** Characters of the name of a widget. */
  widgetNameLength: 200,
  /** Characters of a picture that is embedded in a page as a data URL. */
  pagePictureLength: 200_000,
  /** Characters of a script of a widget or a click, and writes that one run of a click script may request. */
  ...{ pageScriptLength: 20_000, pressWrites: 10 },
  /** Values and keys of the file of a page: enough for two thousand widgets with all properties. */
  pageJsonValues: 250_000,
  /** Values and keys of a widget without its children: more than a table of a thousand bound cells has. */
  widgetValues: 20_000,
  ...{ pageWidth: 1024, pageHeight: 768 },
  /** Maximum position and size of a widget, pixels. */
  pageReach: 1_000_000,
  errorTextLength: 20,
  pagePassMs: 12 * 3_600_000,
  /** Page password attempts per minute: per account, or per network of a share's visits; all visits of a share. */
  ...{ pageTriesPerMinute: 5, pageTriesOfVisits: 30 },
  /** Page pictures of an organisation, and the file of one. */
  pictures: 300,
  pictureBytes: 2 * 1024 * 1024,
  picturePixels: 40_000_000,
  /** Photos are scaled down to this before the upload: pixels of the longer side. */
  pictureSide: 2560,
  /** Symbols of an organisation; widgets, parameters and bytes of a symbol; characters of the name of a parameter. */
  ...{ userSymbols: 200, symbolWidgets: 200, symbolParams: 100, symbolBytes: 64 * 1024, symbolParamLength: 60 },
  /** 3D scenes of an organisation; the file of a scene: bytes, JSON values, nodes, triangles, numbers once decoded. */
  scenes: 50,
  sceneBytes: 8 * 1024 * 1024,
  sceneJsonValues: 400_000,
  ...{ sceneNodes: 5000, sceneTriangles: 1_000_000, sceneNumbers: 20_000_000 },
  /** Bindings of a scene and of a node; views of a scene; bytes of the whole. */
  ...{ sceneBindings: 200, sceneNodeBindings: 20, sceneViews: 20, sceneContentBytes: 256 * 1024 },
} as const
