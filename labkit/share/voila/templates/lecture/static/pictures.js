// Still pictures of slides, for the overview and for the speaker's window.

/** A copy of a slide that looks as it does now and does nothing. */
export function picture(slide) {
  const copy = slide.cloneNode(true);
  const fields = "input, textarea, select";
  const copies = copy.querySelectorAll(fields);
  slide.querySelectorAll(fields).forEach((field, place) => {
    const twin = copies[place];
    if (field.matches("textarea")) twin.textContent = field.value;
    else if (field.matches("select")) twin.options[field.selectedIndex]?.setAttribute("selected", "");
    else if (field.checked) twin.setAttribute("checked", "");
    else twin.setAttribute("value", field.value);
  });
  copy.removeAttribute("id");
  for (const node of copy.querySelectorAll("[cell-index], script")) {
    if (node.matches("script")) node.remove();
    else node.removeAttribute("cell-index");
  }
  copy.classList.add("shown", "picture");
  copy.inert = true;
  copy.setAttribute("aria-hidden", "true");
  return copy;
}

/** Put a picture into a frame, as large as the frame is wide. */
export function frame(holder, slide, width, height) {
  holder.replaceChildren(slide);
  slide.style.setProperty("--vw", `${width / 100}px`);
  slide.style.setProperty("--vh", `${height / 100}px`);
  slide.style.width = `${width}px`;
  slide.style.height = `${height}px`;
  const scale = holder.clientWidth / width;
  slide.style.transform = `scale(${scale})`;
  holder.style.height = `${height * scale}px`;
}
