// For anywidget: in a notebook, a key that is pressed in a demonstration is none of the notebook's.
export default {
  /** @param {Parameters<typeof render>[0]} shown */
  render(shown) {
    shown.el.addEventListener("keydown", (event) => event.stopPropagation());
    return render(shown);
  },
};
