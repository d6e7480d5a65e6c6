// The canvas and what draws on it, which is made anew when detail must be left out.

import { WebGLRenderer } from "three";

const SLOW = "Drawing is slow here, so some detail is left out.";
const MISSING =
  "this browser offers no WebGL 2; another browser, or hardware acceleration switched on in its settings, may show it.";
/** More pixels than this for one of CSS are not seen, only waited for. */
const MOST_PIXELS = 2;

export class Canvas {
  element: HTMLCanvasElement;
  renderer: WebGLRenderer;
  /** "" or a sentence: that detail is left out. */
  message = "";
  private is_reduced = false;
  private width = 1;
  private height = 1;

  /**
   * Args: restored: called when a picture must be drawn again.
   * Throws where there is no WebGL, and leaves nothing in the parent then.
   */
  constructor(
    parent: HTMLElement,
    private readonly label: string,
    private readonly restored: () => void,
  ) {
    this.element = this.made();
    const renderer = this.rendererOf(this.element, true);
    if (!renderer) throw new Error(MISSING);
    this.renderer = renderer;
    parent.prepend(this.element);
  }

  resize(width: number, height: number): void {
    this.width = Math.max(width, 1);
    this.height = Math.max(height, 1);
    this.renderer.setPixelRatio(this.is_reduced ? 1 : Math.min(window.devicePixelRatio, MOST_PIXELS));
    this.renderer.setSize(this.width, this.height);
  }

  /** Draw fewer pixels and rougher edges from now on; once. */
  reduce(): void {
    if (this.is_reduced) return;
    this.is_reduced = true;
    this.message = SLOW;
    this.roughen();
    this.resize(this.width, this.height);
  }

  dispose(): void {
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.element.remove();
  }

  /** Smooth edges belong to a canvas from its beginning, so another one takes its place, where it can be had. */
  private roughen(): void {
    const element = this.made();
    const renderer = this.rendererOf(element, false);
    if (!renderer) return;
    const is_focused = document.activeElement === this.element;
    this.element.replaceWith(element);
    if (is_focused) element.focus();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.element = element;
    this.renderer = renderer;
  }

  private made(): HTMLCanvasElement {
    const canvas = document.createElement("canvas");
    canvas.tabIndex = 0;
    // It has keys of its own, which a screen reader passes on only to an application.
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-label", this.label);
    canvas.style.display = "block";
    canvas.style.outlineOffset = "-3px";
    return canvas;
  }

  private rendererOf(canvas: HTMLCanvasElement, antialias: boolean): WebGLRenderer | null {
    // Asked here, because the renderer would write to the console that there is none.
    const context = canvas.getContext("webgl2", { antialias, alpha: false, powerPreference: "high-performance" });
    if (!context) return null;
    canvas.addEventListener("webglcontextrestored", this.restored);
    return new WebGLRenderer({ canvas, context: context as WebGL2RenderingContext, antialias });
  }
}
