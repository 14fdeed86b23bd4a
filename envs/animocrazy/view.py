def render_text(s, seat):
    return ""


def render_picture(s, seat):
    return None
